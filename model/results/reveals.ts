import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { assertVersion, invalid } from '../../errors.ts';
import { record } from '../audit-log.ts';
import { assertCurrent } from '../editions/current.ts';
import { append, readLog } from '../live/log.ts';
import { logPress, pressFields, refusal, undoEvent } from '../live/press.ts';
import { requireShow } from '../programme/show-row.ts';
import type { Aim } from '../rows.ts';
import type { Store } from '../store.ts';
import { todayIn } from '../text/date.ts';
import { breachesWith, changesOf, findPoints, textOf, withPoints, withWithdrawn } from './corrected.ts';
import { assertConfirmed, findRow, putRow, type ResultsRow, readDocument, toScores } from './document.ts';
import { scoredPerformers } from './locked.ts';
import { currentResults } from './results.ts';
import type { Correction, correctionSchema } from './schema.ts';
import { moveStep, type Performer, type Points, type Section, stepsOf } from './scores.ts';

const step = z.int('Шаг: нужен номер.').min(0, 'Шаг: нужен номер.').describe('Index among all steps, from 0');
export const revealSchema = z.object({ ...pressFields, step: step.optional() });
export const nextSchema = z.object({ ...pressFields, step });

type Press = z.output<typeof revealSchema>;

const OTHER_STEP = 'Следующим стоит другой шаг. Посмотрите, как сейчас, и нажмите ещё раз.';

/** The next step of a show: see `logPress`. 409 also unless the show is public, locked and not at its end, or when `step` is not the next. */
export function reveal(store: Store, id: number, { step, ...press }: Press, by: string) {
  const named = step === undefined ? {} : { step };
  return enterStep(store, id, { press, kind: 'step', named, by }, async (tx, { show, sections, revealed }) => {
    if (show.is_public === 0)
      throw refusal('Этот концерт не показывается на сайте. Включите его в программе и нажмите ещё раз.');
    const found = stepsOf(sections)[revealed];
    if (!found) throw refusal('Все шаги уже открыты.', await currentResults(tx, id));
    if (step !== undefined && step !== revealed) throw refusal(OTHER_STEP, await currentResults(tx, id));
    return { step: revealed, title: found.title };
  });
}

/** Moves a later step of the same givers to the next place: a jury that cannot be reached is asked later. A press, refused as `reveal`. */
export function revealNext(store: Store, id: number, press: z.output<typeof nextSchema>, by: string) {
  const { step } = press;
  const wanted = { press, kind: 'next', named: { step }, by } as const;
  return enterStep(store, id, wanted, async (tx, { show, row, sections, revealed }) => {
    const moved = moveStep(sections, revealed, step);
    if (!moved) throw refusal('Этот шаг не может быть следующим.', await currentResults(tx, id));
    await putRow(tx, { ...row, sections: JSON.stringify(moved) }, row);
    return { title: `${stepsOf(sections)[step]?.title} («${show.title}»)` };
  });
}

/** Hides the newest revealed step of its show, within ten seconds: see `undoEvent`. */
export async function takeStepBack(store: Store, version: number, by: string) {
  await undoEvent(store, { version, part: 'results', by, current: currentResults });
  const step = (await readLog(store.db)).entries.find((entry) => entry.version === version);
  return currentResults(store.db, step?.show_id);
}

/** Nothing is revealed any more, as before the first step. 404; 409 for a past edition, which has no reveal. */
export async function restartReveal(store: Store, id: number, by: string) {
  const restart = async (tx: Db) => {
    const show = await requireShow(tx, id);
    await assertCurrent(tx, show);
    const log = await readLog(tx);
    if (!log.steps.has(id)) return false;
    await append(tx, { log, part: 'results' }, { show_id: id, kind: 'restart', by });
    await record(tx, { who: by, action: 'results.restart', subject: String(id), title: show.title });
    return true;
  };
  await write(store, restart, (isNew) => (isNew ? { topic: 'results', isWithdrawal: true } : undefined));
  return currentResults(store.db, id);
}

interface Admitted {
  show: { title: string; is_public: number };
  row: ResultsRow;
  sections: Section[];
  revealed: number;
}

async function enterStep(
  store: Store,
  id: number,
  { press, ...what }: { press: Omit<Press, 'step'>; kind: 'step' | 'next'; named: { step?: number }; by: string },
  change: (tx: Db, admitted: Admitted) => Promise<{ step?: number; title: string }>,
) {
  const current = (tx: Db) => currentResults(tx, id);
  const wanted = { show: id, part: 'results', action: `results.${what.kind}`, press, current, ...what } as const;
  await logPress(store, wanted, async (tx, { show, log }) => {
    const row = await findRow(tx, id);
    if (!row?.armed_at) throw refusal('Итоги этого концерта не подготовлены к показу.');
    return change(tx, { show, row, sections: toScores(row).sections, revealed: log.steps.get(id)?.length ?? 0 });
  });
  return currentResults(store.db, id);
}

/**
 * Changes the points of one giver, or of a section by places, that are public already; everything else stays revealed. Points of
 * those withdrawn stay as they are. 404; 412; 409 when they are not public, or are off their scale and not confirmed; 400 for points
 * of others than those who perform, for none at all, and for places without points.
 */
export async function correctPoints(store: Store, aim: Aim, input: z.output<typeof correctionSchema>) {
  const { id, by, expected } = aim;
  const correct = async (tx: Db) => {
    const show = await requireShow(tx, id);
    const before = await findRow(tx, id);
    assertVersion(before ?? { version: 0 }, expected);
    const log = await readLog(tx);
    const revealed = log.steps.get(id)?.length ?? 0;
    if (!before?.armed_at || revealed === 0)
      throw refusal('Баллы ещё не открыты, исправлять на сайте нечего. Измените их в таблице, сняв подготовку.');
    const { sections } = toScores(before);
    const found = findPoints(sections, input.step);
    if (!found) throw invalid('step', 'Такого шага нет. Обновите страницу.');
    if (found.last >= revealed) throw refusal(`«${found.title}»: баллы открыты не все. Исправить можно открытые.`);
    const performers = await scoredPerformers(tx, id, before.performers);
    assertGiven(found.giver, input.points, performers);
    const points = withWithdrawn(found, input.points, performers);
    const changes = changesOf(found.points, points);
    if (changes.length === 0) return false;
    await assertConfirmed(tx, { show, by, breaches: breachesWith(sections, found, points, performers) }, input);
    await putRow(tx, { ...before, sections: JSON.stringify(withPoints(sections, found, points)) }, before);
    const correction: Correction = { title: found.title, day: todayIn(store.timeZone), reason: input.reason, changes };
    const kept = JSON.stringify(correction);
    const event = { show_id: id, kind: 'correct', step: found.last, by, correction: kept } as const;
    await append(tx, { log, part: 'results' }, event);
    await record(tx, {
      ...{ who: by, action: 'results.correct', subject: String(id), title: `${found.title} («${show.title}»)` },
      changes: [
        { field: 'points', before: textOf(changes, performers, 1), after: textOf(changes, performers, 2) },
        { field: 'reason', before: null, after: input.reason },
      ],
    });
    return true;
  };
  // The former points are not public any more.
  await write(store, correct, (isChanged) => (isChanged ? { topic: 'results', isWithdrawal: true } : undefined));
  return readDocument(store.db, id);
}

function assertGiven(giver: number | undefined, given: Points[], performers: Performer[]): void {
  const performing = new Set(performers.map(({ id }) => id));
  const ids = new Set(given.map(([contestant]) => contestant));
  if (ids.size !== given.length) throw invalid('points', 'Баллы: один участник назван дважды.');
  if (given.some(([contestant]) => !performing.has(contestant)))
    throw invalid('points', 'Баллы: есть тот, кто в этом концерте не выступает. Обновите страницу.');
  if (giver === undefined && ids.size < performing.size) throw invalid('points', 'Баллы: нужны для каждого участника.');
  if (!given.some(([, each]) => each > 0)) throw invalid('points', 'Баллы: не осталось ни одного.');
}
