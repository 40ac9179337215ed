import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { ofEdition } from '../editions/current.ts';
import { rowId } from '../fields.ts';
import { type Entry, type Folded, PRESS_LIFETIME, seqOf } from '../live/fold.ts';
import { readId, readLog } from '../live/log.ts';
import { logPress, pressFields, refusal, undoEvent } from '../live/press.ts';
import type { Store } from '../store.ts';
import { type Performer, performersOf, publicShow } from './show-row.ts';

const performerSchema = z.object({ slug: z.string(), name: z.string(), song: z.string() });

export const stageSchema = z.object({
  seq: z.number().int().describe('Number of the newest press or undo. Monotonic: ignore lower ones'),
  show: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  state: z.enum(['none', 'performance', 'break', 'ended']),
  contestant: performerSchema.nullable().describe('On stage'),
  next: performerSchema.nullable().describe('Next performer, without withdrawn ones'),
  since: z.string().nullable().describe('ISO 8601, UTC'),
});

export type Stage = z.output<typeof stageSchema>;

/** Expires at `until` (ms), unless a press or an undo replaces it. */
export interface TimedStage {
  stage: Stage;
  until: number;
}

const KINDS = ['performance', 'break', 'end'] as const;

export const pressSchema = z
  .object({
    show_id: rowId('Концерт: нужен его номер.'),
    kind: z.enum(KINDS, 'Нажатие: выберите выступление, перерыв или конец концерта.'),
    contestant_id: rowId('Участник: нужен его номер.').nullable().default(null),
    ...pressFields,
  })
  .refine(({ kind, contestant_id }) => kind !== 'performance' || contestant_id !== null, {
    path: ['contestant_id'],
    error: 'Участник: выберите, кто на сцене.',
  });

type Press = z.output<typeof pressSchema>;

export const idSchema = z.string().describe('`epoch.version` of the state that was read');

export const answeredStageSchema = stageSchema.extend({
  id: idSchema,
  pressed: z.number().int().optional().describe('`seq` of this press, when others came before it was repeated'),
});

export async function currentStage(db: Db): Promise<Stage & { id: string }> {
  const id = await readId(db);
  return { id, ...stageAt(await readStage(db), Date.now()) };
}

/** At `now` (ms). */
export function stageAt({ stage, until }: TimedStage, now: number): Stage {
  return now < until ? stage : emptyStage(stage.seq).stage;
}

/** The stage by the newest press that was not undone. Empty unless its show is public and its contestant performs. */
export async function readStage(db: Db): Promise<TimedStage> {
  const log = await readLog(db);
  const seq = seqOf(log, 'stage');
  const press = log.presses.at(-1);
  const show = press && (await publicShow(db, press.show_id, ofEdition()));
  if (!show) return emptyStage(seq);
  const order = await performersOf(db, show.id);
  const { id, title } = show;
  const known = { seq, show: { id, title }, contestant: null, next: null, since: press.at };
  const until = Date.parse(press.at) + PRESS_LIFETIME;
  if (press.kind === 'end') return { stage: { ...known, state: 'ended' }, until };
  if (press.kind === 'break') {
    const next = nextAfter(order, lastBefore(log.presses, order));
    return { stage: { ...known, state: 'break', next }, until };
  }
  const contestant = order.find(({ id, is_withdrawn }) => id === press.contestant_id && is_withdrawn === 0);
  if (!contestant) return emptyStage(seq, until);
  const next = nextAfter(order, contestant);
  return { stage: { ...known, state: 'performance', contestant: publicPerformer(contestant), next }, until };
}

/** Records a press: see `logPress`. 409 also when the show or the contestant is not on the site. */
export async function press(store: Store, input: Press, by: string) {
  const { show_id, kind, contestant_id } = input;
  const named = { contestant_id: kind === 'performance' ? contestant_id : null };
  const wanted = { show: show_id, part: 'stage', kind, named, press: input, by, current: currentStage } as const;
  const pressed = await logPress(store, { ...wanted, action: `stage.${kind}` }, async (tx, { show }) => {
    if (show.is_public === 0)
      throw refusal('Этот концерт не показывается на сайте. Включите его в программе и нажмите ещё раз.');
    return { title: kind === 'performance' ? await requirePerformer(tx, input) : show.title };
  });
  const stage = await currentStage(store.db);
  return { ...stage, ...(pressed !== stage.seq && { pressed }) };
}

/** Undoes the newest press of a show: see `undoEvent`. */
export async function undoPress(store: Store, version: number, by: string) {
  await undoEvent(store, { version, part: 'stage', by, current: currentStage });
  return currentStage(store.db);
}

function emptyStage(seq: number, until = Number.POSITIVE_INFINITY): TimedStage {
  const stage: Stage = { seq, show: null, state: 'none', contestant: null, next: null, since: null };
  return { stage, until };
}

/** The last performer before the break at the end of `presses`, in the same run of the show: not in its rehearsal. */
function lastBefore(presses: Folded['presses'], order: Performer[]): Performer | undefined {
  const pause = presses.at(-1) as Entry;
  for (const { show_id, kind, contestant_id, at } of presses.slice(0, -1).toReversed()) {
    const isSameRun = show_id === pause.show_id && Date.parse(pause.at) - Date.parse(at) < PRESS_LIFETIME;
    if (!isSameRun || kind === 'end') return undefined;
    const performer = order.find(({ id }) => id === contestant_id);
    if (performer) return performer;
  }
  return undefined;
}

function nextAfter(order: Performer[], performer: Performer | undefined) {
  const from = performer ? order.indexOf(performer) + 1 : 0;
  const next = order.slice(from).find(({ is_withdrawn }) => is_withdrawn === 0);
  return next ? publicPerformer(next) : null;
}

function publicPerformer({ slug, name, song }: Performer) {
  return { slug, name, song };
}

/** The name of a contestant who may be on stage in this show. */
async function requirePerformer(tx: Db, { show_id, contestant_id }: Press): Promise<string> {
  const row = (await performersOf(tx, show_id)).find(({ id }) => id === contestant_id);
  if (!row) throw refusal('Этого участника нет в порядке выступлений концерта.');
  if (row.is_withdrawn === 1) throw refusal(`${row.name}: участие снято. Верните его в программе и нажмите ещё раз.`);
  return row.name;
}
