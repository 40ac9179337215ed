import { Socket } from 'node:net';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { type Announcement, announcementSchema } from '../announcements.ts';
import type { Change } from '../change-counter.ts';
import { isSqlite } from '../dialect.ts';
import type { Db } from '../tables.ts';
import { withoutName } from './address.ts';

const CHANNEL = 'rampa_changes';
/** Bytes of a notice; PostgreSQL takes fewer than 8000, and fails the transaction of a longer one. */
const MAX_NOTICE = 7900;
/** In ms. */
const CONNECT_WITHIN = 3000;
const ANSWER_WITHIN = 3000;

/** Tells other servers of a change, inside its transaction: PostgreSQL passes it on when that is committed, in the order of commits. */
export async function notify(tx: Db, announcement: Announcement, change: Change): Promise<void> {
  if (isSqlite(tx)) return;
  // Parsing leaves out what others need not know, such as the body of an article.
  const whole = JSON.stringify({ ...change, announcement: announcementSchema.parse(announcement) });
  const notice = Buffer.byteLength(whole) <= MAX_NOTICE ? whole : JSON.stringify(change);
  await sql`select pg_notify(${CHANNEL}, ${notice})`.execute(tx);
}

/** A connection on which the database tells of changes. */
export interface ListenConnection {
  /** Asks over the same connection where the database stands; fails when it does not answer within 3 s. */
  check: () => Promise<Change>;
  /** When the connection is lost or closed. */
  ended: Promise<void>;
  /** At once, also when nobody is on the other side any more. */
  close: () => void;
}

/**
 * Opens a connection of its own and calls `heard` for every change from then on, without an announcement when the server that made it
 * speaks another language. Fails when the database is away or is one that others are copied to.
 */
export async function openListenConnection(
  url: string,
  heard: (change: Change, announcement: Announcement | undefined) => void,
): Promise<ListenConnection> {
  const { Client } = (await import('pg')).default;
  const socket = new Socket();
  const client = new Client({
    connectionString: withoutName(url),
    stream: () => socket,
    application_name: 'rampa changes',
    connectionTimeoutMillis: CONNECT_WITHIN,
    query_timeout: ANSWER_WITHIN,
  });
  const ended = new Promise<void>((resolve) => client.on('end', resolve));
  client.on('error', () => socket.destroy());
  client.on('notification', ({ payload = '' }) => {
    const notice = readNotice(payload);
    if (notice) heard(notice.change, notice.announcement);
  });
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return { check: () => ask(client), ended, close: () => socket.destroy() };
}

async function ask(client: Client): Promise<Change> {
  const { rows } = await client.query<Change>('select version, lists_at as "listsAt" from changes');
  const [change] = rows;
  if (!change) throw new Error('the table of changes is empty');
  return change;
}

function readNotice(payload: string): { change: Change; announcement: Announcement | undefined } | undefined {
  try {
    const { version, listsAt, announcement } = JSON.parse(payload) as Record<string, unknown>;
    if (typeof version !== 'number' || typeof listsAt !== 'string') return undefined;
    return { change: { version, listsAt }, announcement: announcementSchema.safeParse(announcement).data };
  } catch {
    return undefined;
  }
}
