import type { PoolClient } from 'pg';

/**
 * Lets a new connection into the pool only when it leads to the server that takes changes. A name may point to a standby for a while:
 * what is read there may be older than what was announced, and would be kept as if it were new. So a standby counts as a database that
 * is away, until it is promoted or the name points elsewhere.
 */
export function assertPrimary(client: PoolClient, done: (error?: Error) => void): void {
  client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"').then(
    ({ rows }) => done(rows[0]?.isStandby ? standby() : undefined),
    (error: Error) => done(error),
  );
}

/** As PostgreSQL itself says while it cannot be connected to. */
function standby(): Error {
  return Object.assign(new Error('This PostgreSQL is a standby and takes no changes.'), { code: '57P03' });
}
