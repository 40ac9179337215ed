import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { isSqlite } from '../dialect.ts';
import type { Db } from '../tables.ts';
import { type TopicMessage, topicMessageSchema } from '../topics.ts';
import type { Change } from '../write.ts';
import { forDriver } from './address.ts';

const CHANNEL = 'rampa_changes';
const MAX_NOTICE = 7900; // bytes; PostgreSQL rejects a NOTIFY payload of 8000 or more and fails its transaction
const CONNECT_TIMEOUT = 3000; // ms
const ANSWER_TIMEOUT = 3000;
const RECONNECT_DELAY = 500; // ms, with jitter

/** NOTIFY inside the transaction: delivered at commit, in the order of commits. */
export async function notify(tx: Db, message: TopicMessage, change: Change): Promise<void> {
  if (isSqlite(tx)) return;
  // Parsing drops fields that other servers do not need, such as the body.
  const whole = JSON.stringify({ ...change, announcement: topicMessageSchema.parse(message) });
  const notice = Buffer.byteLength(whole) <= MAX_NOTICE ? whole : JSON.stringify(change);
  await sql`select pg_notify(${CHANNEL}, ${notice})`.execute(tx);
}

export interface Listener {
  isOpen: () => boolean;
  /** Reads the change counter over the listener's connection; on a timeout closes it and returns undefined. */
  check: () => Promise<Change | undefined>;
  renew: () => void;
  close: () => void;
}

type Receive = (change: Change, message: TopicMessage | undefined) => void;

/** LISTEN, reconnected when lost. `receive` may get no message; after `opened` earlier ones may have been missed. */
export function listen(url: string, receive: Receive, opened: () => void): Listener {
  let connection: Connection | undefined;
  let isClosed = false;

  async function keepListening(): Promise<void> {
    while (!isClosed) {
      connection = await connect(url, receive).catch(() => undefined);
      if (isClosed) connection?.close();
      else if (connection) opened();
      await connection?.ended;
      connection = undefined;
      await sleep(RECONNECT_DELAY * (0.5 + Math.random()), undefined, { ref: false });
    }
  }

  void keepListening();
  return {
    isOpen: () => connection !== undefined,
    async check() {
      const asked = connection;
      const change = await asked?.check().catch(() => undefined);
      if (!change) asked?.close();
      return change;
    },
    renew: () => connection?.close(),
    close() {
      isClosed = true;
      connection?.close();
    },
  };
}

interface Connection {
  check: () => Promise<Change>; // fails after 3 s
  ended: Promise<void>;
  close: () => void;
}

async function connect(url: string, receive: Receive): Promise<Connection> {
  const { Client } = (await import('pg')).default;
  const socket = new Socket();
  const client = new Client({
    connectionString: forDriver(url),
    stream: () => socket,
    application_name: 'rampa changes',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: ANSWER_TIMEOUT,
  });
  const ended = new Promise<void>((resolve) => client.on('end', resolve));
  client.on('error', () => socket.destroy());
  client.on('notification', ({ payload = '' }) => {
    const notice = readNotice(payload);
    if (notice) receive(notice.change, notice.message);
  });
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return { check: () => readCounter(client), ended, close: () => socket.destroy() };
}

async function readCounter(client: Client): Promise<Change> {
  const { rows } = await client.query<Change>('select version, epoch from changes');
  const [change] = rows;
  if (!change) throw new Error('the table of changes is empty');
  return change;
}

function readNotice(payload: string): { change: Change; message: TopicMessage | undefined } | undefined {
  try {
    // The field name is part of the protocol: servers of two versions run side by side during an upgrade.
    const { version, epoch, announcement } = JSON.parse(payload) as Record<string, unknown>;
    if (typeof version !== 'number' || typeof epoch !== 'string') return undefined;
    return { change: { version, epoch }, message: topicMessageSchema.safeParse(announcement).data };
  } catch {
    return undefined;
  }
}
