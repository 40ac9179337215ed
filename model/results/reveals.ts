import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import type { ModelError } from '../../errors.ts';
import { record } from '../audit-log.ts';
import { assertNotTooSoon } from '../programme/cooldown.ts';
import { cameFirst, hasSeen, pressFields, refusal } from '../programme/presses.ts';
import { lockProgramme, readOrders, requireShow } from '../programme/show-row.ts';
import type { Store } from '../store.ts';
import { findRow, putRow, type ResultsRow, toSheet } from './document.ts';
import { append, endsFor, type Held, lastOf, newestChange, type Reveal, readHeld, UNDO_WITHIN } from './held.ts';
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
export function reveal(store: Store, id: number, press: Press, by: string): Promise<Results> {
  return enter(store, id, { ...press, kind: 'step', by }, async (tx, { log, sections }) => {
    const step = log.held.get(id)?.length ?? 0;
    const found = stepsOf(sections)[step];
    if (!found) throw refusal('Все шаги уже открыты.', await currentResults(tx, id));
    await assertComplete(tx, id, sections);
    return { step, title: found.title };
  });
}

/**
 * Moves a later step of the same givers to the next place: a jury that cannot be reached is asked later. A press as `reveal`: who
 * saw the former order cannot reveal a step of the new one. 404; 409 as for `reveal`, or when that step cannot be the next; 400.
 */
export function revealNext(store: Store, id: number, press: NextPress, by: string): Promise<Results> {
  const { step } = press;
  return enter(store, id, { ...press, kind: 'next', by }, async (tx, { show, log, row, sections }) => {
    const moved = moveStep(sections, log.held.get(id)?.length ?? 0, step);
    if (!moved) throw refusal('Этот шаг не может быть следующим.', await currentResults(tx, id));
    await putRow(tx, { ...row, sections: JSON.stringify(moved) }, row);
    return { step, title: `${stepsOf(sections)[step]?.title} («${show.title}»)` };
  });
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
    await append(tx, log, { show_id: show, kind: 'undo', by, undoes: id });
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
    await append(tx, log, { show_id: id, kind: 'restart', by });
    await record(tx, { who: by, action: 'results.restart', subject: String(id), title: show.title });
    return { results: await currentResults(tx, id), isNew: true };
  };
  const { results } = await write(store, restart, ({ isNew }) =>
    isNew ? { topic: 'results', isWithdrawal: true } : undefined,
  );
  return results;
}

interface Admitted {
  show: { title: string };
  log: Held;
  row: ResultsRow;
  sections: Section[];
}

/** Logs a press, unless its key is known. `change` gives its step, from 0, and the words of the audit log. */
async function enter(
  store: Store,
  id: number,
  { kind, by, ...press }: Press & { kind: 'step' | 'next'; by: string },
  change: (tx: Db, admitted: Admitted) => Promise<{ step: number; title: string }>,
): Promise<Results> {
  const work = async (tx: Db) => {
    const show = await requireShow(tx, id, undefined);
    const known = await tx.selectFrom('reveals').select('id').where('key', '=', press.key).executeTakeFirst();
    if (known) return { results: await currentResults(tx, id), isNew: false };
    const log = await readHeld(tx);
    const ends = endsFor(log, id);
    if (!hasSeen(press.seen, ends)) throw await overNewer(tx, id, ends.ofShow ?? ends.newest);
    assertNotTooSoon(lastOf(log, id, by), { ...press, kind }, await currentResults(tx, id));
    if (kind === 'step' && show.is_public === 0)
      throw refusal('Этот концерт не показывается на сайте. Включите его в программе и нажмите ещё раз.');
    const row = await findRow(tx, id);
    if (!row?.armed_at) throw refusal('Итоги этого концерта не подготовлены к показу.');
    const { step, title } = await change(tx, { show, log, row, sections: toSheet(row).sections });
    await append(tx, log, { show_id: id, kind, step, by, key: press.key }, press.at);
    await record(tx, { who: by, action: `results.${kind}`, subject: String(id), title });
    return { results: await currentResults(tx, id), isNew: true };
  };
  const { results } = await write(store, work, ({ isNew }) => (isNew ? { topic: 'results' } : undefined));
  return results;
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
