import { Socket } from 'node:net';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { ClientConfig, PoolClient } from 'pg';
import { isUnreachable, NOT_SET_UP } from '../errors.ts';
import { forDriver } from './address.ts';

/** Even during a long query a live server sends something or accepts a connection within this time, in ms. */
const ANSWER_TIMEOUT = 1000;

const IDLE_TRANSACTION_TIMEOUT = 15_000; // ms; a server that lost power or network in a transaction would keep its row locks

const LONG = 1000; // ms; a connection busy or awaited for longer starts a probe
const CHECK_INTERVAL = 250;
const PROBE_INTERVAL = 500;

/** When the server falls silent, running queries fail and new ones fail at once until it answers again. */
export async function createPool(
  address: string,
  application_name: string,
  statement_timeout: number,
): Promise<PostgresPool> {
  const { Pool, Client } = (await import('pg')).default;
  const connectionString = forDriver(address);
  const sockets = new Set<Socket>();
  let readFromClosed = 0;
  const stream = () => {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once('close', () => {
      sockets.delete(socket);
      readFromClosed += socket.bytesRead;
    });
  };
  const pool = new Pool({
    connectionString,
    application_name,
    stream,
    max: 10,
    connectionTimeoutMillis: 3000,
    statement_timeout,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: statement_timeout > 0 ? IDLE_TRANSACTION_TIMEOUT : 0,
    keepAlive: true,
    verify: assertPrimary,
  });
  // Without a listener an idle connection cut by the server would end the process; the pool opens another.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const silence = createSilenceDetector({
    findFailure: () =>
      findFailure(Client, connectionString, () =>
        sockets.values().reduce((sum, { bytesRead }) => sum + bytesRead, readFromClosed),
      ),
    closeAll: () => {
      for (const socket of sockets) socket.destroy();
    },
  });
  return {
    options: pool.options,
    end: async () => {
      silence.stop();
      await pool.end();
    },
    // The driver reads certificate files synchronously and throws if they are missing.
    connect: () => silence.acquire(() => Promise.try(() => pool.connect()).catch(fail) as Promise<PostgresPoolClient>),
  };
}

/** Adds a code to the driver's own errors: TLS missing or untrusted, no password. */
function fail(error: Error & { code?: string }): never {
  const isFromServer = /^[0-9A-Z]{5}$/.test(error.code ?? '');
  if (isFromServer || isUnreachable(error)) throw error;
  throw Object.assign(new Error(error.message, { cause: error }), { code: NOT_SET_UP });
}

/** An SQLSTATE or bytes on any open connection prove life: on a loaded machine a new connection may be slow. */
async function findFailure(
  Client: typeof import('pg').Client,
  connectionString: string,
  bytesReceived: () => number,
): Promise<Error | undefined> {
  const socket = new Socket();
  const before = bytesReceived();
  const config: ClientConfig = { connectionString, connectionTimeoutMillis: ANSWER_TIMEOUT, stream: () => socket };
  try {
    const client = new Client(config);
    client.on('error', () => {});
    await client.connect();
    return undefined;
  } catch (caught) {
    const error = caught as Error & { code?: string };
    if (/^[0-9A-Z]{5}$/.test(error.code ?? '')) return /^(08|57P)/.test(error.code ?? '') ? error : undefined;
    // Reads what arrived while this process blocked the event loop.
    await new Promise(setImmediate);
    return bytesReceived() > before ? undefined : error;
  } finally {
    socket.destroy();
  }
}

/** Rejects standbys, to which a name may point during failover: their stale reads would be cached as new. */
function assertPrimary(client: PoolClient, done: (error?: Error) => void): void {
  client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"').then(
    ({ rows }) => done(rows[0]?.isStandby ? standbyError() : undefined),
    (error: Error) => done(error),
  );
}

/** 57P03: cannot_connect_now. */
function standbyError(): Error {
  return Object.assign(new Error('This PostgreSQL is a standby and takes no changes.'), { code: '57P03' });
}

/** Detects a silent server (stopped, frozen, network cut), whose connections the kernel keeps for minutes. */
function createSilenceDetector({
  findFailure,
  closeAll,
}: {
  findFailure: () => Promise<Error | undefined>;
  closeAll: () => void;
}) {
  const busySince = new Map<object, number>();
  let failure: Error | undefined;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  function scheduleCheck(time: number): void {
    if (isStopped) return;
    timer ??= setTimeout(check, time).unref();
  }

  async function check(): Promise<void> {
    const longest = performance.now() - Math.min(...busySince.values());
    if (failure || longest >= LONG) await probe();
    timer = undefined;
    if (failure) scheduleCheck(PROBE_INTERVAL);
    // One long query is probed once per second only.
    else if (busySince.size > 0) scheduleCheck(longest >= LONG ? LONG : CHECK_INTERVAL);
  }

  async function probe(): Promise<void> {
    const before = failure;
    failure = await findFailure();
    if (failure && !before) closeAll();
  }

  return {
    async acquire(connect: () => Promise<PostgresPoolClient>): Promise<PostgresPoolClient> {
      if (failure) throw silenceError(failure);
      const use = {};
      busySince.set(use, performance.now());
      scheduleCheck(CHECK_INTERVAL);
      try {
        const client = await connect();
        const release = client.release.bind(client);
        client.release = (destroy) => {
          busySince.delete(use);
          client.release = release;
          release(destroy);
        };
        return client;
      } catch (error) {
        busySince.delete(use);
        throw error;
      }
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function silenceError({ message }: Error): Error {
  return Object.assign(new Error(`The database has fallen silent: ${message}`), { code: 'ECONNABORTED' });
}
