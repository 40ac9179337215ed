import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { address, line } from '../fields.ts';
import type { Store } from '../store.ts';
import { changeSetting, readSetting, type Versioned } from './define.ts';

const MAX_TEXT = 200;
const MAX_MINUTES = 1440; // a day; beyond it nothing is urgent
const PATH = /^\/(?![/\\])[^\s\\<>"]*$/;

export const urgentSchema = z.object({
  id: z.int().describe('Unique for each message, even with equal text: visitors dismiss one, not the next'),
  text: z.string().describe('Shown at the top of every public page; empty: no message'),
  link: z.string().nullable().describe('URL of another site, or a path of this one'),
  ends_at: z.string().nullable().describe('Expiry, ISO 8601 UTC; null: until removed'),
});

export const urgentChangeSchema = z.object({
  text: line('Срочное сообщение', MAX_TEXT).describe('Empty removes the message'),
  link: address('Ссылка', { local: PATH, hint: ', или путь на этом сайте, например /news' }).default(null),
  minutes: z
    .int('Сколько показывать: нужно целое число минут.')
    .min(1, 'Сколько показывать: не меньше минуты.')
    .max(MAX_MINUTES, `Сколько показывать: не больше ${MAX_MINUTES} минут.`)
    .nullable()
    .default(null)
    .describe('Minutes until expiry; null: until removed'),
});

export type Urgent = z.output<typeof urgentSchema>;
type Stored = Omit<Urgent, 'id'>;

const NONE: Stored = { text: '', link: null, ends_at: null };
const URGENT = { name: 'urgent', defaults: NONE, topic: 'urgent' } as const;

/** The message as at `now` (ms). */
export async function readUrgent(db: Db, now = Date.now()): Promise<Versioned<Urgent>> {
  return shown(await readSetting(db, 'urgent', NONE), now);
}

/** A loaded message as at `now` (ms). */
export function urgentAt(urgent: Urgent, now: number): Urgent {
  const isOver = urgent.ends_at !== null && now >= Date.parse(urgent.ends_at);
  return isOver ? { id: urgent.id, ...NONE } : urgent;
}

/** Expiry (ms); Infinity without one. */
export function urgentEnd({ ends_at }: Pick<Urgent, 'ends_at'>): number {
  return ends_at === null ? Number.POSITIVE_INFINITY : Date.parse(ends_at);
}

/** Replaces the message on every page. 412. */
export async function saveUrgent(
  store: Store,
  { text, link, minutes }: z.output<typeof urgentChangeSchema>,
  by: string,
  expected?: number[],
): Promise<Versioned<Urgent>> {
  const now = Date.now();
  const ends_at = minutes === null ? null : new Date(now + minutes * 60_000).toISOString();
  const saved = await changeSetting(store, URGENT, { by, expected }, () =>
    text === ''
      ? { value: NONE, action: 'urgent.remove', title: text }
      : { value: { text, link, ends_at }, action: 'urgent.show', title: text },
  );
  return shown(saved, now);
}

function shown({ value, ...rest }: Versioned<Stored>, now: number): Versioned<Urgent> {
  return { ...rest, value: urgentAt({ id: rest.version, ...value }, now) };
}
