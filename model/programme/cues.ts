import type { Generated, Selectable } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import type { ModelError } from '../../errors.ts';
import { record } from '../audit-log.ts';
import { rowId } from '../fields.ts';
import type { Store } from '../store.ts';
import { assertNotTooSoon } from './cooldown.ts';
import { cameFirst, type Ends, hasSeen, momentOf, pressFields, refusal } from './presses.ts';
import { lockProgramme, readOrders, requireShow } from './show-row.ts';
import { currentStage, type Stage, stageSchema } from './stage.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    cues: CueTable;
  }
}

/** Presses of «на сцене», append-only: an undo is a row, too. */
export interface CueTable {
  id: Generated<number>;
  show_id: number;
  kind: string;
  contestant_id: number | null;
  at: string; // ISO 8601 UTC; when pressed
  by: string; // username
  key: string | null; // of the client; an undo has none
  undoes: number | null; // id of the row that an undo takes back
}

type Cue = Selectable<CueTable>;

const MOST_LISTED = 100;

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

export const pressedSchema = stageSchema.extend({
  pressed: z.number().int().optional().describe('Id of this press, when others came before it was repeated'),
});

type Pressed = z.output<typeof pressedSchema>;

export const cueSchema = z.object({
  id: z.number().int(),
  kind: z.enum([...KINDS, 'undo']),
  contestant_id: z.number().int().nullable(),
  name: z.string().nullable().describe('Of the contestant, while there is one'),
  at: z.string().describe('ISO 8601, UTC'),
  by: z.string(),
  undoes: z.number().int().nullable(),
  is_undone: z.boolean(),
});

type ListedCue = z.output<typeof cueSchema>;

/**
 * Enters a press; the same key again changes nothing. Gives the state, and its own id where that is not the newest. 404 for an unknown show; 409 with the state when another press of the
 * show came since `seen`, or the same operator pressed the same within a second, and is not pressing `again`; 409 when the show or the
 * contestant is not on the site; 400 for a wrong `at`.
 */
export async function press(store: Store, input: Press, by: string): Promise<Pressed> {
  const enter = async (tx: Db) => {
    await lockProgramme(tx);
    const known = await tx.selectFrom('cues').select('id').where('key', '=', input.key).executeTakeFirst();
    if (known) return { pressed: known.id, stage: await currentStage(tx), isNew: false };
    const show = await requireShow(tx, input.show_id, undefined);
    const ends = await endsFor(tx, show.id);
    if (!hasSeen(input.seen, ends)) throw await overNewer(tx, ends);
    assertNotTooSoon(await lastOf(tx, input.show_id, by), input, await currentStage(tx));
    if (show.is_public === 0)
      throw refusal('Этот концерт не показывается на сайте. Включите его в программе и нажмите ещё раз.');
    const title = input.kind === 'performance' ? await requirePerformer(tx, input) : show.title;
    const { show_id, kind, key } = input;
    const contestant_id = kind === 'performance' ? input.contestant_id : null;
    const at = momentOf(input.at, ends);
    const cue = { show_id, kind, contestant_id, at, by, key, undoes: null };
    const { id: pressed } = await tx.insertInto('cues').values(cue).returning('id').executeTakeFirstOrThrow();
    await record(tx, { who: by, action: `stage.${kind}`, subject: String(show_id), title });
    return { pressed, stage: await currentStage(tx), isNew: true };
  };
  const { pressed, stage } = await write(store, enter, ({ isNew }) => (isNew ? { topic: 'stage' } : undefined));
  return { ...stage, ...(pressed !== stage.seq && { pressed }) };
}

/** The state before the newest press of a show holds again. 409 when `id` is not the newest; a second time changes nothing. */
export async function takeBack(store: Store, id: number, by: string): Promise<Stage> {
  const undo = async (tx: Db) => {
    await lockProgramme(tx);
    const cue = await tx.selectFrom('cues').selectAll().where('id', '=', id).executeTakeFirst();
    const ends = await endsFor(tx, cue?.show_id);
    if (cue && ends.ofShow?.undoes === id) return { stage: await currentStage(tx), isNew: false };
    if (!cue || ends.ofShow?.id !== id || cue.kind === 'undo') throw await overNewer(tx, ends);
    const { show_id } = cue;
    const at = momentOf(null, ends);
    await tx
      .insertInto('cues')
      .values({ show_id, kind: 'undo', contestant_id: null, at, by, key: null, undoes: id })
      .execute();
    const title = await wordsOf(tx, cue);
    await record(tx, { who: by, action: 'stage.undo', subject: String(show_id), title });
    return { stage: await currentStage(tx), isNew: true };
  };
  const { stage } = await write(store, undo, ({ isNew }) => (isNew ? { topic: 'stage' } : undefined));
  return stage;
}

/** The newest 100 of a show, undos too, newest first. */
export async function listCues(db: Db, show: number): Promise<ListedCue[]> {
  const rows = await db
    .selectFrom('cues')
    .leftJoin('contestants', 'contestants.id', 'cues.contestant_id')
    .select(['cues.id', 'kind', 'contestant_id', 'contestants.name', 'at', 'by', 'undoes'])
    .where('show_id', '=', show)
    .orderBy('cues.id', 'desc')
    .limit(MOST_LISTED)
    .execute();
  const undone = new Set(rows.map(({ undoes }) => undoes));
  return rows.map((row) => cueSchema.parse({ ...row, is_undone: undone.has(row.id) }));
}

async function endsFor(tx: Db, show: number | undefined): Promise<Ends<Cue>> {
  const cues = tx.selectFrom('cues').selectAll().orderBy('id', 'desc');
  const newest = await cues.executeTakeFirst();
  return { newest, ofShow: show === undefined ? undefined : await cues.where('show_id', '=', show).executeTakeFirst() };
}

function lastOf(tx: Db, show: number, by: string): Promise<Cue | undefined> {
  const cues = tx.selectFrom('cues').selectAll().where('show_id', '=', show).where('by', '=', by);
  return cues.orderBy('id', 'desc').executeTakeFirst();
}

/** The name of a contestant who may be on stage in this show. */
async function requirePerformer(tx: Db, { show_id, contestant_id }: Press): Promise<string> {
  const order = (await readOrders(tx)).get(show_id) ?? [];
  const row = await tx.selectFrom('contestants').selectAll().where('id', '=', contestant_id).executeTakeFirst();
  if (!row || !order.includes(row.id)) throw refusal('Этого участника нет в порядке выступлений концерта.');
  if (row.is_withdrawn === 1) throw refusal(`${row.name}: участие снято. Верните его в программе и нажмите ещё раз.`);
  return row.name;
}

async function overNewer(tx: Db, { newest, ofShow = newest }: Ends<Cue>): Promise<ModelError> {
  return cameFirst(ofShow && `${ofShow.by}: ${await wordsOf(tx, ofShow)}`, await currentStage(tx));
}

async function wordsOf(tx: Db, { kind, contestant_id, undoes }: Cue): Promise<string> {
  if (kind === 'break') return 'перерыв';
  if (kind === 'end') return 'концерт окончен';
  if (kind === 'undo') {
    const undone = await tx.selectFrom('cues').selectAll().where('id', '=', undoes).executeTakeFirst();
    return undone ? `отмена (${await wordsOf(tx, undone)})` : 'отмена';
  }
  const contestant = tx.selectFrom('contestants').select('name').where('id', '=', contestant_id);
  return `на сцене — ${(await contestant.executeTakeFirst())?.name ?? 'участник, которого уже нет'}`;
}
