import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { record } from '../audit-log.ts';
import { assertCurrent } from '../editions/current.ts';
import { append, readLog } from '../live/log.ts';
import { enter, pressFields, refusal, takeBack } from '../live/press.ts';
import { requireShow } from '../programme/show-row.ts';
import type { Store } from '../store.ts';
import { findRow, putRow, type ResultsRow, toScores } from './document.ts';
import { currentResults } from './results.ts';
import { moveStep, type Section, stepsOf } from './scores.ts';

export const revealSchema = z.object(pressFields);
export const nextSchema = z.object({
  ...pressFields,
  step: z.int('Шаг: нужен номер.').min(0, 'Шаг: нужен номер.').describe('Index among all steps, from 0'),
});

type Press = z.output<typeof revealSchema>;

/** The next step of a show: see `enter`. 409 also when the show is not on the site, not locked, or revealed to its end. */
export function reveal(store: Store, id: number, press: Press, by: string) {
  return enterStep(store, id, { press, kind: 'step', by }, async (tx, { show, sections, revealed }) => {
    if (show.is_public === 0)
      throw refusal('Этот концерт не показывается на сайте. Включите его в программе и нажмите ещё раз.');
    const found = stepsOf(sections)[revealed];
    if (!found) throw refusal('Все шаги уже открыты.', await currentResults(tx, id));
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

/** Hides the newest step of its show that stands, within ten seconds: see `takeBack`. */
export async function takeStepBack(store: Store, version: number, by: string) {
  await takeBack(store, { version, part: 'results', by, current: currentResults });
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
  { press, ...what }: { press: Press; kind: 'step' | 'next'; named?: { step: number }; by: string },
  change: (tx: Db, admitted: Admitted) => Promise<{ step?: number; title: string }>,
) {
  const current = (tx: Db) => currentResults(tx, id);
  const wanted = { show: id, part: 'results', action: `results.${what.kind}`, press, current, ...what } as const;
  await enter(store, wanted, async (tx, { show, log }) => {
    const row = await findRow(tx, id);
    if (!row?.armed_at) throw refusal('Итоги этого концерта не подготовлены к показу.');
    return change(tx, { show, row, sections: toScores(row).sections, revealed: log.steps.get(id)?.length ?? 0 });
  });
  return currentResults(store.db, id);
}
