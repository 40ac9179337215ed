import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import type { TopicMessage } from '../../db/topics.ts';
import { write } from '../../db/write.ts';
import { ModelError } from '../../errors.ts';
import type { Action } from '../../resources.ts';
import { record } from '../audit-log.ts';
import { assertCurrent } from '../editions/current.ts';
import { moment, toggle } from '../fields.ts';
import { lockProgramme, requireShow } from '../programme/show-row.ts';
import type { Store } from '../store.ts';
import { COOLDOWN, type Entry, type Folded, newestChange, type Part } from './fold.ts';
import { append, readLog, wordsOf } from './log.ts';

/** How long a step can be taken back, in ms. */
export const UNDO_WINDOW = 10_000;

/** Fields of every press. */
export const pressFields = {
  key: z
    .string('Ключ нажатия: нужен текст.')
    .regex(/^[\w-]{8,64}$/, 'Ключ нажатия: от 8 до 64 латинских букв, цифр и дефисов.')
    .describe('Made by the client: a press that comes twice counts once'),
  seen: z
    .int('Последнее нажатие: нужен номер seq.')
    .min(0, 'Последнее нажатие: нужен номер seq.')
    .describe('`seq` of the state that the operator saw'),
  at: moment('Момент нажатия').default(null).describe('When pressed, of one that could not be sent at once'),
  again: toggle('Ещё раз')
    .default(false)
    .describe('Meant, though the same operator has pressed the same within the last second'),
};

interface Wanted {
  show: number;
  part: Part;
  kind: Exclude<Entry['kind'], 'undo'>;
  named?: Partial<Pick<Entry, 'contestant_id' | 'step'>>;
  action: Action; // Of the audit log
  press: { key: string; seen: number; at: string | null; again: boolean };
  by: string;
  current: (tx: Db) => Promise<object>; // What a refusal shows as `current`
}

type Change = Partial<Pick<Entry, 'step'>> & { title: string };

/**
 * Logs a press and gives its version; the same key again changes nothing. 404 for an unknown show; 409 with `current` when another
 * press of this part of the show came since `seen` (optimistic locking), or the same operator pressed the same within a second and
 * is not pressing `again`, or its key is that of a press of another kind or name; 400 for a wrong `at`; what `change` refuses.
 */
export async function logPress(
  store: Store,
  { show: id, part, kind, named = {}, action, press, by, current }: Wanted,
  change: (tx: Db, admitted: { show: Awaited<ReturnType<typeof requireShow>>; log: Folded }) => Promise<Change>,
): Promise<number> {
  const work = async (tx: Db) => {
    await lockProgramme(tx);
    const log = await readLog(tx);
    const entries = log.entries.filter((entry) => entry.part === part && entry.show_id === id);
    const known = entries.find(({ key }) => key === press.key);
    if (known) {
      if (!matches(known, { kind, ...named })) throw refusal(KEY_USED, await current(tx), 'key_used');
      return { version: known.version, isNew: false };
    }
    const show = await requireShow(tx, id);
    await assertCurrent(tx, show);
    const newest = entries.at(-1);
    // A restore may have taken away what the operator saw.
    const isKnown =
      press.seen === 0 || log.entries.some((entry) => entry.version === press.seen && entry.part === part);
    if (!isKnown || press.seen < (newest?.version ?? 0)) {
      const since = entries.filter(({ version }) => version > press.seen);
      // A revealed step stays revealed. Without its number a repeated press may mean any step.
      const isLasting = (entry: Entry) => entry === newest || log.steps.get(id)?.includes(entry);
      const isClear = ONE_MEANING.includes(kind) && (kind !== 'step' || named.step !== undefined || !press.again);
      const done = isClear ? since.find((entry) => matches(entry, { kind, ...named }) && isLasting(entry)) : undefined;
      throw await conflictWith(tx, log, newest, current, done);
    }
    const own = entries.findLast((entry) => entry.by === by);
    if (!press.again && own?.kind === kind && isTooSoon(own.at, press.at))
      throw refusal(TOO_SOON, await current(tx), 'too_soon');
    const { title, ...fields } = await change(tx, { show, log });
    const event = { show_id: id, kind, by, key: press.key, ...named, ...fields };
    const version = await append(tx, { log, part }, event, press.at);
    await record(tx, { who: by, action, subject: String(id), title });
    return { version, isNew: true };
  };
  const { version } = await write(store, work, ({ isNew }) => (isNew ? { topic: part } : undefined));
  return version;
}

/**
 * What was before an event holds again; a second time changes nothing. 409 with `current` unless `version` is the newest change of
 * the stage in its show, or its newest revealed step and not older than ten seconds; 409 for a show of a past edition.
 */
export async function undoEvent(
  store: Store,
  { version, part, by, current }: { version: number; part: Part } & Pick<Wanted, 'by' | 'current'>,
): Promise<void> {
  const undo = async (tx: Db) => {
    await lockProgramme(tx);
    const log = await readLog(tx);
    const entry = log.entries.find((each) => each.version === version && each.part === part);
    if (entry?.isUndone) return false;
    const change = entry && newestChange(log, part, entry.show_id);
    const last = entry && (part === 'stage' ? change : log.steps.get(entry.show_id)?.at(-1));
    if (!entry || last !== entry || entry.kind === 'undo') throw await conflictWith(tx, log, change, current);
    await assertCurrent(tx, await requireShow(tx, entry.show_id));
    if (part === 'results' && Date.now() - Date.parse(entry.at) > UNDO_WINDOW)
      throw refusal('Прошло больше десяти секунд: этот шаг уже не отменить.');
    const { show_id } = entry;
    await append(tx, { log, part }, { show_id, kind: 'undo', by, undoes: version });
    const title = await wordsOf(tx, log, entry);
    await record(tx, { who: by, action: `${part}.undo`, subject: String(show_id), title });
    return true;
  };
  // What was revealed is not public any more.
  const message: TopicMessage = { topic: part, ...(part === 'results' && { isWithdrawal: true }) };
  await write(store, undo, (isNew) => (isNew ? message : undefined));
}

const TOO_SOON = 'Не принято: это второе такое же нажатие за секунду. Если так и нужно, нажмите «Ещё раз».';
const KEY_USED = 'Не принято: с этим ключом уже было другое нажатие. Обновите страницу и нажмите ещё раз.';

/** Clocks of two servers may differ by less than the cooldown. */
function isTooSoon(last: string, at: string | null): boolean {
  return Math.abs((at === null ? Date.now() : Date.parse(at)) - Date.parse(last)) < COOLDOWN;
}

/** 409: a newer press exists, or a restore removed the one that was seen. `done`: the existing press that did the same. */
async function conflictWith(tx: Db, log: Folded, newest: Entry | undefined, current: Wanted['current'], done?: Entry) {
  const named = done ?? newest;
  const words = named
    ? `${done ? 'Уже сделано' : 'Не принято, последнее нажатие другое'}. ${named.by}: ${await wordsOf(tx, log, named)}.`
    : 'Не принято, нажатий ещё не было. Обновите страницу.';
  return refusal(words, await current(tx));
}

/** Kinds of which two with the same names do the same. */
const ONE_MEANING: Entry['kind'][] = ['step', 'performance', 'break', 'end'];

function matches(entry: Entry, wanted: Partial<Entry>): boolean {
  return Object.entries(wanted).every(([name, value]) => entry[name as keyof Entry] === value);
}

/** 409, with the state as `current`. */
export function refusal(message: string, current?: object, code = 'conflict'): ModelError {
  return Object.assign(new ModelError(409, code, message), { current });
}
