import { beforeEach, expect } from 'vitest';
import type { TestApp } from '../rig/app.ts';

const NAMES = ['watch-settings', 'vote-settings', 'site-content'];

/** Settings and texts are before each test what they are now. */
export async function startAsAtFirst({ editor }: TestApp): Promise<void> {
  const first = await Promise.all(NAMES.map(async (name) => (await editor('GET', `/api/${name}`)).json()));
  beforeEach(async () => {
    for (const [at, name] of NAMES.entries()) {
      const texts = name === 'site-content' ? (await editor('GET', `/api/${name}`)).json() : {};
      const others = Object.fromEntries(Object.keys(texts).map((key) => [key, first[at][key] ?? null]));
      expect((await editor('PUT', `/api/${name}`, { ...first[at], ...others })).statusCode).toBe(200);
    }
  });
}
