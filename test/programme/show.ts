import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect } from 'vitest';
import type { Db } from '../../db/tables.ts';
import type { Contestant } from '../../model/programme/contestant-schema.ts';
import type { TablePlan } from '../../model/programme/table-rows.ts';
import type { ResultsDocument } from '../../model/results/schema.ts';
import { type Section, totalOf } from '../../model/results/scores.ts';
import type { TestApp } from '../rig/app.ts';
import type { Ask } from '../rig/browser/panel.ts';

// A show, its results, its stage and its table, for tests that call the application and for those in a browser.

export const FINAL = { title: 'Финал', starts_at: '2030-07-20T17:00:00.000Z' };

/** Of the administrator. */
export const askOf =
  ({ editor }: TestApp): Ask =>
  async (method, path, body) =>
    (await editor(method as 'GET', `/api${path}`, body)).json();

export async function addShow(ask: Ask, names: string[], show: object = {}, withdrawn = '') {
  const { id } = await ask('POST', '/admin/shows', { ...FINAL, ...show });
  const all: Contestant[] = [];
  for (const name of names) {
    const contestant = { name, song: `Песня ${name}`, region: 'Томск', is_withdrawn: name === withdrawn, shows: [id] };
    all.push(await ask<Contestant>('POST', '/admin/contestants', contestant));
  }
  return { id, ids: all.map((each) => each.id), all };
}

export async function addShowOfFour(t: TestApp) {
  const { id, all: four } = await addShow(askOf(t), ['Анна', 'Борис', 'Вера', 'Глеб'], {}, 'Вера');
  return { id, four };
}

export async function removeShows({ editor }: TestApp): Promise<void> {
  for (const { id } of (await editor('GET', '/api/programme')).json().shows)
    for (const path of [`results/${id}/reveal`, `results/${id}/arm`, `admin/shows/${id}`])
      await editor('DELETE', `/api/${path}`);
}

export async function emptyProgramme(t: TestApp): Promise<void> {
  await removeShows(t);
  for (const { id } of (await t.editor('GET', '/api/programme')).json().contestants)
    await t.editor('DELETE', `/api/admin/contestants/${id}`);
}

export function onlyShowOfFour(t: TestApp) {
  const show = {
    ...{ id: 0, four: [] as Contestant[] },
    idOf: (at: number) => show.four[at]?.id ?? 0,
    /** What everybody is shown of one of the four. */
    shown: (at: number) => {
      const { slug, name, song } = show.four[at] ?? {};
      return { slug, name, song };
    },
    add: async () => void Object.assign(show, await addShowOfFour(t)),
    hide: () => t.editor('PUT', `/api/admin/shows/${show.id}`, { ...FINAL, is_public: false }),
    withdraw: (at: number, is_withdrawn = true) =>
      t.editor('PUT', `/api/admin/contestants/${show.idOf(at)}`, { ...show.four[at], is_withdrawn }),
  };
  beforeEach(async () => {
    await removeShows(t);
    await show.add();
  });
  return show;
}

type Points = [contestant: number | undefined, points: number][];

export function jury(givers: Record<string, Points>, more: object = {}) {
  const named = Object.entries(givers).map(([name, points]) => ({ name, points }));
  return { kind: 'jury', title: 'Жюри', mode: 'givers', scale: [] as number[], givers: named, ...more };
}

/** Points of the audience by places, from the first. */
export function byPlaces(ids: number[], points: number[] = [], more: object = {}) {
  const places = ids.map((contestant, at) => ({ contestant, place: at + 1, points: points[at] ?? 0 }));
  return { kind: 'audience', title: 'Зрители', mode: 'places', places, ...more };
}

export async function arm(ask: Ask, show: number, ...sections: object[]): Promise<ResultsDocument> {
  await ask('PUT', `/admin/results/${show}`, { sections, control_total: totalOf(sections as Section[]) });
  const armed = await ask<ResultsDocument>('POST', `/results/${show}/arm`);
  expect(armed).toMatchObject({ armed_at: expect.any(String) });
  return armed;
}

/** Opens so many further steps. The number of the last press. */
export async function reveal(ask: Ask, show: number, steps = 1, more: object = {}): Promise<number> {
  let { seq: seen } = await ask('GET', '/results');
  for (let step = 0; step < steps; step += 1) {
    ({ seq: seen } = await ask('POST', `/results/${show}/reveal`, { key: randomUUID(), seen, again: true, ...more }));
    expect(seen).toEqual(expect.any(Number));
  }
  return seen;
}

export async function putOnStage(ask: Ask, show: number, on: number | 'break' | 'end', more: object = {}) {
  const { seq: seen } = await ask('GET', '/stage');
  const cue = typeof on === 'number' ? { kind: 'performance', contestant_id: on } : { kind: on };
  const { seq } = await ask('POST', '/stage', { show_id: show, ...cue, key: randomUUID(), seen, again: true, ...more });
  expect(seq).toEqual(expect.any(Number));
  return seq;
}

/** What stands in the main part of a page, in words. */
export function wordsOf(html: string): string {
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  return main.replace(/<[^>]+>/g, ' ').replace(/[\s\u00a0]+/g, ' ');
}

export const withoutId = <T extends object>({ id: _id, ...state }: T & { id?: string }): T => state as T;

/** Lets an event of the night have happened at another moment; all of them without a version. */
export async function setMoment(db: Db, version: number | undefined, at: string): Promise<void> {
  const of = version === undefined ? sql`` : sql` where version = ${version}`;
  await sql`update live_events set at = ${at}${of}`.execute(db);
}

/** Of rows as they are loaded at an address: the answer, the plan of what is right in form, and what becomes of each line. */
export function tableAt(t: TestApp, address: string) {
  const load = (rows: string[][], more: object = {}) => t.editor('POST', address, { rows, ...more });
  const plan = async (rows: string[][], more: object = {}): Promise<TablePlan> => {
    const answer = await load(rows, more);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    return answer.json();
  };
  return { load, plan, tryOut: (rows: string[][], more: object = {}) => plan(rows, { dryRun: true, ...more }) };
}

export const outcomes = ({ lines }: TablePlan) => lines.map(({ name, outcome }) => `${name} ${outcome}`);

/** Rows of cells that stand apart by a bar. */
export const cells = (...rows: string[]) => rows.map((row) => row.split('|').map((each) => each.trim()));
