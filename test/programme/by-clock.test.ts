import { afterAll, expect, test, vi } from 'vitest';
import { createTestApp } from '../rig/app.ts';

const NOON = Date.parse('2031-07-20T09:00:00Z');
const HOUR = 3_600_000;

vi.useFakeTimers({ toFake: ['Date'], now: NOON });
const t = await createTestApp();
afterAll(async () => {
  vi.useRealTimers();
  await t.close();
});
const page = async (path: string) => (await t.visitor('GET', path)).payload;
const addShow = (title: string, at: number) =>
  t.editor('POST', '/api/admin/shows', { title, starts_at: new Date(at).toISOString() });

test('a cached page awaits a show for a day after its start and no longer', async () => {
  await addShow('Гала-концерт', NOON + HOUR);
  for (const [at, isAwaited] of [
    [NOON, true],
    [NOON + 25 * HOUR - 1, true],
    [NOON + 25 * HOUR, false],
  ] as const) {
    vi.setSystemTime(at);
    expect((await page('/results')).includes('Гала-концерт')).toBe(isAwaited);
  }
});

test('a cached page without spoilers shows news of an earlier show once the next one has begun', async () => {
  vi.setSystemTime(NOON);
  await addShow('Полуфинал', NOON - HOUR);
  await addShow('Финал', NOON + HOUR);
  await t.editor('POST', '/api/admin/news', { title: 'Кто прошёл дальше', slug: 'qualified' });
  for (const [at, isShown] of [
    [NOON, false],
    [NOON + HOUR, true],
  ] as const) {
    vi.setSystemTime(at);
    expect((await page('/news?spoilers=hide')).includes('Кто прошёл дальше')).toBe(isShown);
  }
});
