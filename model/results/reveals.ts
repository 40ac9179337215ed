import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import type { ModelError } from '../../errors.ts';
import { record } from '../audit-log.ts';
import { cameFirst, hasSeen, momentOf, pressFields, refusal } from '../programme/presses.ts';
import { lockProgramme, readOrders, requireShow } from '../programme/show-row.ts';
import { assertRested } from '../rest.ts';
import type { Store } from '../store.ts';
import { findRow, putRow, toSheet } from './document.ts';
import { endsFor, lastOf, newestChange, type Reveal, readHeld, UNDO_WITHIN } from './held.ts';
import { currentResults, type Results } from './results.ts';
import { contestantsIn, moveStep, type Section, stepsOf } from './sheet.ts';

export const revealSchema = z.object(pressFields);
export const nextSchema = z.object({
  ...pressFields,
  step: z.int('Шаг: нужен номер.').min(0, 'Шаг: нужен номер.').describe('Index among all steps, from 0'),
});

type Press = z.output<typeof revealSchema>;
type NextPress = z.output<typeof nextSchema>;

/**
 * The next step of a show; the same key again changes nothing. 404; 409 with the state when another press of the
 * show came since `seen`, or the same operator pressed within a second and is not pressing `again`; 409 when the show is not on the
 * site, not armed, revealed to its end, or without one who got points; 400 for a wrong `at`.
 */
export async function reveal(store: Store, id: number, press: Press, by: string): Promise<Results> {
  const enter = async (tx: Db) => {
    const { show, before } = await admit(tx, id, press);
    if (!before) return { results: await currentResults(tx, id), isNew: false };
    assertRested(lastOf(before, id, by), { ...press, kind: 'step' }, await currentResults(tx, id));
    if (show.is_public === 0)
      throw refusal('Этот концерт не показывается на сайте. Включите его в программе и нажмите ещё раз.');
    const row = await findRow(tx, id);
    if (!row?.armed_at) throw refusal('Итоги этого концерта не подготовлены к показу.');
    const step = before.held.get(id)?.length ?? 0;
    const { sections } = toSheet(row);
    const found = stepsOf(sections)[step];
    if (!found) throw refusal('Все шаги уже открыты.', await currentResults(tx, id));
    await assertComplete(tx, id, sections);
    const at = momentOf(press.at, { ...endsFor(before, id), ofShow: newestChange(before, id) });
    const { key } = press;
    await tx.insertInto('reveals').values({ show_id: id, kind: 'step', step, at, by, key, undoes: null }).execute();
    await record(tx, { who: by, action: 'results.step', subject: String(id), title: found.title });
    return { results: await currentResults(tx, id), isNew: true };
  };
  const { results } = await write(store, enter, ({ isNew }) => (isNew ? { topic: 'results' } : undefined));
  return results;
}

/**
 * Moves a later step of the same givers to the next place: a jury that cannot be reached is asked later. A press as `reveal`: who
 * saw the former order cannot reveal a step of the new one. 404; 409 as for `reveal`, or when that step cannot be the next; 400.
 */
export async function revealNext(store: Store, id: number, press: NextPress, by: string): Promise<Results> {
  const enter = async (tx: Db) => {
    const { show, before } = await admit(tx, id, press);
    if (!before) return { results: await currentResults(tx, id), isNew: false };
    assertRested(lastOf(before, id, by), { ...press, kind: 'next' }, await currentResults(tx, id));
    const row = await findRow(tx, id);
    if (!row?.armed_at) throw refusal('Итоги этого концерта не подготовлены к показу.');
    const { sections } = toSheet(row);
    const moved = moveStep(sections, before.held.get(id)?.length ?? 0, press.step);
    if (!moved) throw refusal('Этот шаг не может быть следующим.', await currentResults(tx, id));
    await putRow(tx, { ...row, sections: JSON.stringify(moved) }, row);
    const at = momentOf(press.at, { ...endsFor(before, id), ofShow: newestChange(before, id) });
    const { key, step } = press;
    await tx.insertInto('reveals').values({ show_id: id, kind: 'next', step, at, by, key, undoes: null }).execute();
    const words = `${stepsOf(sections)[step]?.title} («${show.title}»)`;
    await record(tx, { who: by, action: 'results.next', subject: String(id), title: words });
    return { results: await currentResults(tx, id), isNew: true };
  };
  const { results } = await write(store, enter, ({ isNew }) => (isNew ? { topic: 'results' } : undefined));
  return results;
}

/**
 * Hides the newest step of its show that stands. 409 when `id` is another one, or older than ten seconds; twice changes nothing.
 */
export async function takeStepBack(store: Store, id: number, by: string): Promise<Results> {
  const undo = async (tx: Db) => {
    await lockProgramme(tx);
    const log = await readHeld(tx);
    const show = (log.rows.find((row) => row.id === id) ?? log.newest)?.show_id ?? 0;
    const change = newestChange(log, show);
    if (change?.undoes === id) return { results: await currentResults(tx, show), isNew: false };
    const step = log.held.get(show)?.at(-1);
    if (step?.id !== id) throw await overNewer(tx, show, change);
    if (Date.now() - Date.parse(step.at) > UNDO_WITHIN)
      throw refusal('Прошло больше десяти секунд: этот шаг уже не отменить.');
    const at = momentOf(null, endsFor(log, show));
    const row = { show_id: show, kind: 'undo', step: null, at, by, key: null, undoes: id };
    await tx.insertInto('reveals').values(row).execute();
    await record(tx, { who: by, action: 'results.undo', subject: String(show), title: await wordsOf(tx, step) });
    return { results: await currentResults(tx, show), isNew: true };
  };
  const { results } = await write(store, undo, ({ isNew }) =>
    isNew ? { topic: 'results', isWithdrawal: true } : undefined,
  );
  return results;
}

/** Nothing is revealed any more, as before the first step. 404. */
export async function restartReveal(store: Store, id: number, by: string): Promise<Results> {
  const restart = async (tx: Db) => {
    const show = await requireShow(tx, id, undefined);
    const log = await readHeld(tx);
    if (!log.held.has(id)) return { results: await currentResults(tx, id), isNew: false };
    const at = momentOf(null, endsFor(log, id));
    const row = { show_id: id, kind: 'restart', step: null, at, by, key: null, undoes: null };
    await tx.insertInto('reveals').values(row).execute();
    await record(tx, { who: by, action: 'results.restart', subject: String(id), title: show.title });
    return { results: await currentResults(tx, id), isNew: true };
  };
  const { results } = await write(store, restart, ({ isNew }) =>
    isNew ? { topic: 'results', isWithdrawal: true } : undefined,
  );
  return results;
}

/** The show and the log for a new press; without `before` its key is known. 404; 409 when another press of the show came since `seen`. */
async function admit(tx: Db, id: number, { key, seen }: Pick<Press, 'key' | 'seen'>) {
  const show = await requireShow(tx, id, undefined);
  const known = await tx.selectFrom('reveals').select('id').where('key', '=', key).executeTakeFirst();
  if (known) return { show };
  const before = await readHeld(tx);
  const ends = endsFor(before, id);
  if (!hasSeen(seen, ends)) throw await overNewer(tx, id, ends.ofShow ?? ends.newest);
  return { show, before };
}

/** 409 if a contestant with points is not in the running order: the result would be wrong. Withdrawn ones are in it. */
async function assertComplete(tx: Db, id: number, sections: Section[]): Promise<void> {
  const order = (await readOrders(tx)).get(id) ?? [];
  if (contestantsIn(sections).every((contestant) => order.includes(contestant))) return;
  throw refusal(
    'Баллы есть у того, кого в этом концерте больше нет. В «Итогах» снимите подготовку (идущий показ сначала начните заново) и исправьте таблицу.',
    await currentResults(tx, id),
  );
}

async function overNewer(tx: Db, show: number | undefined, newest: Reveal | undefined): Promise<ModelError> {
  return cameFirst(newest && `${newest.by}: ${await wordsOf(tx, newest)}`, await currentResults(tx, show));
}

const OTHER_WORDS: Record<string, string> = {
  restart: 'показ начат заново',
  next: 'изменён порядок показа',
  arm: 'итоги подготовлены к показу',
  disarm: 'подготовка показа снята',
  correct: 'баллы исправлены',
};

async function wordsOf(tx: Db, { kind, show_id, step, undoes }: Reveal): Promise<string> {
  const words = OTHER_WORDS[kind];
  if (words) return words;
  if (kind === 'undo') {
    const undone = await tx.selectFrom('reveals').selectAll().where('id', '=', undoes).executeTakeFirst();
    return undone ? `отмена (${await wordsOf(tx, undone)})` : 'отмена';
  }
  const steps = stepsOf(toSheet(await findRow(tx, show_id)).sections);
  return `открыто — ${steps[step ?? 0]?.title ?? 'шаг, которого уже нет'}`;
}
