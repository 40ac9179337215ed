import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { createTestApp, type TestApp } from '../rig/app.ts';

export interface Night {
  t: TestApp;
  show: number;
  ids: Record<string, number>;
  /** Minutes after the start of the show. */
  goTo: (minutes: number) => void;
  /** «На сцене»: a name, `break` or `end`, at a minute of the show. */
  press: (minutes: number, what: string) => Promise<number>;
  putWatch: (change: object) => ReturnType<TestApp['editor']>;
  close: () => Promise<void>;
}

export const STARTS_AT = '2031-07-20T17:00:00.000Z';
export const FINAL = { title: 'Финал', starts_at: STARTS_AT };

/** A show of «Анна», «Борис», «Вера» and «Глеб», whose clock the test moves. */
export async function createNight(): Promise<Night> {
  const goTo = (minutes: number) => vi.setSystemTime(Date.parse(STARTS_AT) + minutes * 60_000);
  vi.useFakeTimers({ toFake: ['Date'] });
  goTo(-400);
  const t = await createTestApp();
  const show = (await t.editor('POST', '/api/admin/shows', FINAL)).json().id;
  const ids: Record<string, number> = {};
  for (const name of ['Анна', 'Борис', 'Вера', 'Глеб']) {
    const contestant = { name, song: `Песня ${name}`, shows: [show] };
    ids[name] = (await t.editor('POST', '/api/admin/contestants', contestant)).json().id;
  }
  return {
    ...{ t, show, ids, goTo },
    async press(minutes, what) {
      goTo(minutes);
      const { seq } = (await t.visitor('GET', '/api/stage')).json();
      const kind = what in ids ? { kind: 'performance', contestant_id: ids[what] } : { kind: what };
      const body = { show_id: show, ...kind, key: randomUUID(), seen: seq };
      return (await t.editor('POST', '/api/stage', body)).json().seq;
    },
    putWatch: (change) => t.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Финал', ...change }),
    async close() {
      vi.useRealTimers();
      await t.close();
    },
  };
}
