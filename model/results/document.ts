import type { Generated, Selectable } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { assertVersion, invalid, ModelError, notFound } from '../../errors.ts';
import { record } from '../audit-log.ts';
import { assertCurrent, isCurrent, requireCurrent } from '../editions/current.ts';
import { seqOf } from '../live/fold.ts';
import { append, readLog } from '../live/log.ts';
import { refusal, UNDO_WINDOW } from '../live/press.ts';
import { performersOf, requireShow } from '../programme/show-row.ts';
import type { Aim } from '../rows.ts';
import type { Store } from '../store.ts';
import { breachesOf, gapsOf } from './gaps.ts';
import { scoredPerformers } from './locked.ts';
import type { GivenScores, LockConfirmation, ResultsDocument } from './schema.ts';
import { contestantsIn, type Performer, type Scores, type Section, stepsOf, totalOf } from './scores.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    results: ResultsTable;
  }
}

/** Entered points of a show; never public. */
interface ResultsTable {
  show_id: number;
  sections: string; // JSON of `Section[]`
  control_total: number | null; // Sum of all points, typed as a check
  armed_at: string | null; // ISO 8601 UTC; from then on it cannot be changed, and steps can be revealed
  performers: string | null; // JSON of `Performer[]`: the running order of that moment; null until then
  is_final: Generated<number>; // 1: of a past edition, public without a reveal
  updated_at: string;
  version: number;
}

/** Results of a show, also where nothing was entered. 404 for an unknown show. */
export async function readDocument(db: Db, id: number): Promise<ResultsDocument> {
  const document = await findDocument(db, id);
  if (!document) throw notFound('Такого концерта нет. Возможно, его удалили.');
  return document;
}

/** Null for an unknown show. */
export async function findDocument(db: Db, id: number): Promise<ResultsDocument | null> {
  const show = await db.selectFrom('shows').select(['id', 'edition_id']).where('id', '=', id).executeTakeFirst();
  return show ? toDocument(db, show, await findRow(db, id)) : null;
}

/** Complete points of a past edition are public at once. 404; 409 while locked, or when another edition is current than on the page; 412 when the version is not in `expected`; 400 for points of those who do not perform. */
export async function saveScores(store: Store, { id, by, expected }: Aim, input: GivenScores) {
  const save = async (tx: Db) => {
    const show = await requireShow(tx, id);
    await requireCurrent(tx, input.current_edition);
    const before = await findRow(tx, id);
    assertVersion(before ?? { version: 0 }, expected);
    if (before?.armed_at) throw refusal('Итоги подготовлены к показу, их нельзя менять. Сначала снимите подготовку.');
    await assertPerforming(tx, id, input.sections);
    const isPast = !(await isCurrent(tx, show));
    const is_final = Number(isPast && missingIn(input, await scoredPerformers(tx, id), isPast).length === 0);
    const { control_total } = input;
    const sections = JSON.stringify(input.sections);
    const isSame = before?.sections === sections && before.control_total === control_total;
    if (isSame && before.is_final === is_final) return undefined;
    await putRow(tx, { show_id: id, sections, control_total, armed_at: null, performers: null, is_final }, before);
    await record(tx, { who: by, action: 'results.save', subject: String(id), title: show.title });
    return { isSeen: is_final === 1 || before?.is_final === 1 };
  };
  await write(store, save, (saved) => (saved?.isSeen ? { topic: 'site-content', isWithdrawal: true } : undefined));
  return readDocument(store.db, id);
}

/** Locks. 404; 412; 409 with what is missing, or givers off their scale unless exactly these are confirmed; 400 without a reason. */
export async function lockResults(store: Store, { id, by, expected }: Aim, confirmation?: LockConfirmation) {
  const lock = async (tx: Db) => {
    const show = await requireShow(tx, id);
    await assertCurrent(tx, show);
    const before = await findRow(tx, id);
    assertVersion(before ?? { version: 0 }, expected);
    if (before?.armed_at) return false;
    const scores = toScores(before);
    const performers = await scoredPerformers(tx, id);
    const gaps = gapsOf(scores, performers);
    if (!before || gaps.length > 0) throw new ModelError(409, 'not_ready', `Показ не подготовлен. ${gaps.join(' ')}`);
    await assertConfirmed(tx, { show, by, breaches: breachesOf(scores.sections, performers) }, confirmation);
    const locked = JSON.stringify(await performersOf(tx, id));
    await putRow(tx, { ...before, armed_at: new Date().toISOString(), performers: locked }, before);
    await append(tx, { log: await readLog(tx), part: 'results' }, { show_id: id, kind: 'lock', by });
    await record(tx, { who: by, action: 'results.arm', subject: String(id), title: show.title });
    return true;
  };
  await write(store, lock, (isChanged) => (isChanged ? { topic: 'results' } : undefined));
  return readDocument(store.db, id);
}

interface Breaches {
  show: { id: number; title: string };
  by: string;
  breaches: string[];
}

/** 409 unless the confirmation names these givers and no others; it is kept in the audit log. */
export async function assertConfirmed(tx: Db, { show, by, breaches }: Breaches, confirmation: LockConfirmation) {
  if (breaches.length === 0) return;
  const confirmed = new Set(confirmation?.confirms);
  if (!confirmation || confirmed.size !== breaches.length || !breaches.every((breach) => confirmed.has(breach)))
    throw new ModelError(
      409,
      'off_scale',
      `Баллы не по шкале. ${breaches.join(' ')} Исправьте их или подтвердите словами, что всё верно.`,
    );
  if (confirmation.reason === '') throw invalid('reason', 'Причина: заполните это поле.');
  await record(tx, {
    ...{ who: by, action: 'results.confirm', subject: String(show.id), title: show.title },
    changes: [
      { field: 'breaches', before: null, after: breaches.join(' ') },
      { field: 'reason', before: null, after: confirmation.reason },
    ],
  });
}

/** The points can be changed again. 404; 409 once a step was revealed. */
export async function unlockResults(store: Store, id: number, by: string) {
  const unlock = async (tx: Db) => {
    const show = await requireShow(tx, id);
    const before = await findRow(tx, id);
    if (!before?.armed_at) return false;
    const log = await readLog(tx);
    if (log.steps.has(id)) throw refusal('Показ уже идёт: баллы менять нельзя. Сначала начните его заново.');
    await putRow(tx, { ...before, armed_at: null, performers: null }, before);
    await append(tx, { log, part: 'results' }, { show_id: id, kind: 'unlock', by });
    await record(tx, { who: by, action: 'results.disarm', subject: String(id), title: show.title });
    return true;
  };
  await write(store, unlock, (isChanged) => (isChanged ? { topic: 'results' } : undefined));
  return readDocument(store.db, id);
}

export function toScores(row: Pick<ResultsRow, 'sections' | 'control_total'> | undefined): Scores {
  if (!row) return { sections: [], control_total: null };
  return { sections: JSON.parse(row.sections) as Section[], control_total: row.control_total };
}

export type ResultsRow = Selectable<ResultsTable>;

export function findRow(db: Db, id: number): Promise<ResultsRow | undefined> {
  return db.selectFrom('results').selectAll().where('show_id', '=', id).executeTakeFirst();
}

/** Stores a row as the next version of `before`. */
export async function putRow(
  tx: Db,
  row: Pick<ResultsRow, 'show_id' | 'sections' | 'control_total' | 'armed_at' | 'performers' | 'is_final'>,
  before: ResultsRow | undefined,
): Promise<void> {
  const { show_id, ...columns } = row;
  const version = (before?.version ?? 0) + 1;
  const values = { ...columns, updated_at: new Date().toISOString(), version };
  await tx
    .insertInto('results')
    .values({ show_id, ...values })
    .onConflict((on) => on.column('show_id').doUpdateSet(values))
    .execute();
}

/** The control sum guards a reveal: past editions need none. */
function missingIn(scores: Scores, performers: Performer[], isPast: boolean): string[] {
  const control_total = scores.control_total ?? (isPast ? totalOf(scores.sections) : null);
  return gapsOf({ ...scores, control_total }, performers);
}

async function toDocument(
  db: Db,
  show: { id: number; edition_id: number },
  row: ResultsRow | undefined,
): Promise<ResultsDocument> {
  const { id } = show;
  const scores = toScores(row);
  const performers = await scoredPerformers(db, id, row?.performers);
  const log = await readLog(db);
  const revealed = log.steps.get(id) ?? [];
  const last = revealed.at(-1);
  return {
    show_id: id,
    ...scores,
    gaps: missingIn(scores, performers, !(await isCurrent(db, show))),
    breaches: breachesOf(scores.sections, performers),
    armed_at: row?.armed_at ?? null,
    is_final: row?.is_final === 1,
    steps: stepsOf(scores.sections).map(({ section, title }) => ({ section, title })),
    revealed: revealed.length,
    seq: seqOf(log, 'results'),
    undo_id: last?.version ?? null,
    undo_until: last ? new Date(Date.parse(last.at) + UNDO_WINDOW).toISOString() : null,
    version: row?.version ?? 0,
  };
}

/** 400: what a contestant got who has left the show, or does not take part any more, has to be taken out first. */
async function assertPerforming(tx: Db, id: number, sections: Section[]): Promise<void> {
  const performing = new Set((await scoredPerformers(tx, id)).map((performer) => performer.id));
  if (contestantsIn(sections).every((contestant) => performing.has(contestant))) return;
  const message = 'Баллы есть у того, кто в этом концерте не выступает. Обновите страницу и повторите.';
  throw new ModelError(400, 'invalid', message, { sections: message });
}
