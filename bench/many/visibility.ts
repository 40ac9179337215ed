import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../rig/world.ts';

/** In ms from the answer to a save at one server until each of the others shows it: the latest of them, for each of `saves`. */
export async function seeSaves(
  from: string,
  others: string[],
  { token, slug, saves }: { token: string; slug: string; saves: number },
): Promise<number[]> {
  const seen: number[] = [];
  for (let at = 0; at < saves; at += 1) {
    const title = `Видно всем ${at} ${performance.now()}`;
    await Promise.all(others.map((origin) => read(origin, slug)));
    const saved = await call(from, 'PUT', `/api/admin/news/${slug}`, { title }, token);
    if (!saved.ok) throw new Error(`a save is refused: ${saved.status}`);
    const since = performance.now();
    const times = others.map(async (origin) => {
      while (!(await read(origin, slug)).includes(title)) await sleep(2);
      return performance.now() - since;
    });
    seen.push(Math.max(...(await Promise.all(times))));
  }
  return seen;
}

async function read(origin: string, slug: string): Promise<string> {
  return (await fetch(`${origin}/news/${slug}`)).text();
}
