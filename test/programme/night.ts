import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, vi } from 'vitest';
import type { TestApp } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';
import { addShow, askOf, emptyProgramme, FINAL as SHOW } from './show.ts';

export interface Night {
  t: TestApp;
  show: number;
  ids: Record<string, number>;
  goTo: (minutes: number) => void;
  press: (minutes: number, what: string) => Promise<number>;
  putWatch: (change: object) => ReturnType<TestApp['editor']>;
}

export const STARTS_AT = '2031-07-20T17:00:00.000Z';
export const FINAL = { ...SHOW, starts_at: STARTS_AT };

export async function needNight(): Promise<Night> {
  const goTo = (minutes: number) => vi.setSystemTime(Date.parse(STARTS_AT) + minutes * 60_000);
  vi.useFakeTimers({ toFake: ['Date'] });
  afterAll(() => void vi.useRealTimers());
  goTo(-500);
  const t = await needSite();
  const putWatch: Night['putWatch'] = (change) =>
    t.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Финал', ...change });
  const night: Night = {
    ...{ t, show: 0, ids: {}, goTo, putWatch },
    async press(minutes, what) {
      goTo(minutes);
      const { seq } = (await t.visitor('GET', '/api/stage')).json();
      const kind = what in night.ids ? { kind: 'performance', contestant_id: night.ids[what] } : { kind: what };
      const body = { show_id: night.show, ...kind, key: randomUUID(), seen: seq };
      return (await t.editor('POST', '/api/stage', body)).json().seq;
    },
  };
  beforeEach(async () => {
    goTo(-400);
    await t.store.db.deleteFrom('live_events').execute();
    await emptyProgramme(t);
    const recording = { recording_url: null, recording_starts_at: null };
    await putWatch({ is_stream_enabled: false, is_stream_over: false, starts_at: null, ...recording });
    // When the stream was switched on is read there.
    await t.store.db.deleteFrom('journal').execute();
    const names = ['Анна', 'Борис', 'Вера', 'Глеб'];
    const { id, ids } = await addShow(askOf(t), names, FINAL);
    night.show = id;
    night.ids = Object.fromEntries(names.map((name, at) => [name, ids[at] ?? 0]));
  });
  return night;
}
