import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { ClientConfig } from 'pg';
import { isUnreachable, NOT_SET_UP } from '../errors.ts';
import { withoutName } from './address.ts';
import { assertPrimary } from './primary.ts';
import { createReach } from './reach.ts';

/** A server that is there sends something within this time even while it works on a long query: a new connection. In ms. */
const ANSWERS_WITHIN = 1000;

/**
 * A machine that loses its power or its network in the middle of a change leaves a connection that nobody closes, and a locked row for
 * which every other server waits: PostgreSQL ends it after this. In ms; between two queries of a change there are a few.
 */
const FORSAKEN_AFTER = 15_000;

/**
 * Connections to PostgreSQL, made when they are needed. Waits are bounded, in ms, also when the server has fallen silent without
 * closing anything: then all that is under way fails, and whatever comes next fails at once, until it answers again.
 */
export async function createPool(
  address: string,
  application_name: string,
  statement_timeout: number,
): Promise<PostgresPool> {
  const [{ Pool, Client }, { Socket }] = await Promise.all([import('pg').then((pg) => pg.default), import('node:net')]);
  const connectionString = withoutName(address);
  const sockets = new Set<InstanceType<typeof Socket>>();
  /** Bytes that came over connections which are closed now. */
  let heardFromClosed = 0;
  const stream = () => {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once('close', () => {
      sockets.delete(socket);
      heardFromClosed += socket.bytesRead;
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
    idle_in_transaction_session_timeout: statement_timeout > 0 ? FORSAKEN_AFTER : 0,
    keepAlive: true,
    verify: assertPrimary,
  });
  // An idle connection that the server cuts must not end the process: the next query opens another.
  pool.on('error', () => {});
  // Nor one that is cut between two queries of a transaction: the next of them fails, and says so.
  pool.on('connect', (client) => client.on('error', () => {}));
  const reach = createReach({
    isThere: () =>
      isThere(Client, connectionString, () =>
        sockets.values().reduce((sum, { bytesRead }) => sum + bytesRead, heardFromClosed),
      ),
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  });
  return {
    options: pool.options,
    end: async () => {
      reach.stop();
      await pool.end();
    },
    connect: () =>
      reach.during(async () => {
        try {
          return (await pool.connect()) as PostgresPoolClient;
        } catch (error) {
          throw withReason(error as Error);
        }
      }),
  };
}

/** What the driver itself refuses is the address's fault: TLS that the server has not or that is not trusted, a password that lacks. */
function withReason(error: Error & { code?: string }): Error {
  const isFromServer = /^[0-9A-Z]{5}$/.test(error.code ?? '');
  if (isFromServer || isUnreachable(error)) return error;
  return Object.assign(new Error(error.message, { cause: error }), { code: NOT_SET_UP });
}

/**
 * Whoever refuses in PostgreSQL's own words is there, and whoever says anything on a connection that is open: on a machine that has too
 * much to do a new one may take its time. `heard` counts what was said there, in bytes.
 */
async function isThere(
  Client: typeof import('pg').Client,
  connectionString: string,
  heard: () => number,
): Promise<boolean> {
  const { Socket } = await import('node:net');
  const socket = new Socket();
  const heardBefore = heard();
  const config: ClientConfig = { connectionString, connectionTimeoutMillis: ANSWERS_WITHIN, stream: () => socket };
  try {
    const client = new Client(config);
    client.on('error', () => {});
    await client.connect();
    return true;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (/^[0-9A-Z]{5}$/.test(code)) return !/^(08|57P)/.test(code);
    // What has arrived while this process itself was busy is read in its next turn.
    await new Promise(setImmediate);
    return heard() > heardBefore;
  } finally {
    socket.destroy();
  }
}
