import type { PoolClient } from 'pg';

/** Rejects standbys, to which a name may point during failover: their stale reads would be cached as new. */
export function assertPrimary(client: PoolClient, done: (error?: Error) => void): void {
  client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"').then(
    ({ rows }) => done(rows[0]?.isStandby ? standby() : undefined),
    (error: Error) => done(error),
  );
}

/** 57P03: cannot_connect_now. */
function standby(): Error {
  return Object.assign(new Error('This PostgreSQL is a standby and takes no changes.'), { code: '57P03' });
}
