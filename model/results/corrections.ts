import type { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { assertVersion, invalid } from '../../errors.ts';
import { record } from '../audit-log.ts';
import { append, readLog } from '../live/log.ts';
import { refusal } from '../live/press.ts';
import { requireShow } from '../programme/show-row.ts';
import type { Aim } from '../rows.ts';
import type { Store } from '../store.ts';
import { todayIn } from '../text/date.ts';
import { breachesWith, findPoints, type GivenPoints, withPoints, withWithdrawn } from './corrected.ts';
import { admitBreaches, findRow, putRow, readDocument, toScores } from './document.ts';
import { scorable } from './locked.ts';
import type { correctionSchema } from './schema.ts';
import type { Performer, Points } from './scores.ts';
import type { Correction } from './shown.ts';

type Input = z.output<typeof correctionSchema>;

/**
 * Changes the points of one giver, or of a section by places, that are public already; everything else stays revealed. Points of
 * those withdrawn stay as they are. 404; 412; 409 when they are not public, or are off their scale and not confirmed; 400 for points
 * of others than those who perform, for none at all, and for places without points.
 */
export async function correctPoints(store: Store, { id, by, expected }: Aim, input: Input) {
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
    const performers = await scorable(tx, id, before.performers);
    assertGiven(found, input.points, performers);
    const points = withWithdrawn(found, input.points, performers);
    const changes = changesBetween(found.points, points);
    if (changes.length === 0) return false;
    await admitBreaches(tx, { show, by, breaches: breachesWith(sections, found, points, performers) }, input);
    await putRow(tx, { ...before, sections: JSON.stringify(withPoints(sections, found, points)) }, before);
    const correction: Correction = { title: found.title, day: todayIn(store.timeZone), reason: input.reason, changes };
    const event = {
      show_id: id,
      kind: 'correct' as const,
      step: found.last,
      by,
      correction: JSON.stringify(correction),
    };
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

function assertGiven({ giver }: GivenPoints, given: Points[], performers: Performer[]): void {
  const performing = new Set(performers.map(({ id }) => id));
  const ids = new Set(given.map(([contestant]) => contestant));
  if (ids.size !== given.length) throw invalid('points', 'Баллы: один участник назван дважды.');
  if (given.some(([contestant]) => !performing.has(contestant)))
    throw invalid('points', 'Баллы: есть тот, кто в этом концерте не выступает. Обновите страницу.');
  if (giver === undefined && ids.size < performing.size) throw invalid('points', 'Баллы: нужны для каждого участника.');
  if (!given.some(([, each]) => each > 0)) throw invalid('points', 'Баллы: не осталось ни одного.');
}

function changesBetween(before: Points[], after: Points[]): Correction['changes'] {
  const [old, now] = [new Map(before), new Map(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id) => {
    const [was, is] = [old.get(id) ?? 0, now.get(id) ?? 0];
    return was === is ? [] : [[id, was, is] satisfies [number, number, number]];
  });
}

function textOf(changes: Correction['changes'], performers: Performer[], at: 1 | 2): string {
  return changes
    .map((change) => `${performers.find(({ id }) => id === change[0])?.name ?? ''} ${change[at]}`)
    .join(', ');
}
