import { Worker } from 'node:worker_threads';
import { isDamage } from '../../db/errors.ts';

/** What is known of the database file's soundness. */
export interface DatabaseHealth {
  /** `good` after a check, `checking` while one runs, `unknown` where there is none (PostgreSQL looks after itself). */
  state: 'unknown' | 'checking' | 'good' | 'damaged';
  /** What SQLite said, in its own words; only of a damaged database. */
  problem: string | undefined;
  /** When the last check ended; null before the first. */
  checkedAt: Date | null;
}

export interface HealthWatch {
  health: DatabaseHealth;
  /** Tells of an error that a query met: damage turns the database read-only. Anything else means nothing. */
  met: (error: unknown) => void;
  /** The whole file was checked before it was opened. */
  passed: () => void;
  /** Checks the whole file in a thread of its own. Ends when it is done; never fails. */
  check: (file: string) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Watches over the soundness of an SQLite database. `damaged` is called once, when damage is found while the server runs, and has
 * to end all writing: what can still be read is shown, and nothing makes it worse.
 */
export function watchHealth(damaged: (problem: string) => void): HealthWatch {
  const health: DatabaseHealth = { state: 'unknown', problem: undefined, checkedAt: null };
  let worker: Worker | undefined;

  function condemn(problem: string): void {
    if (health.state === 'damaged') return;
    Object.assign(health, { state: 'damaged', problem });
    damaged(problem);
  }

  return {
    health,
    met(error) {
      if (isDamage(error)) condemn(error instanceof Error ? error.message : String(error));
    },
    passed() {
      if (health.state === 'unknown') Object.assign(health, { state: 'good', checkedAt: new Date() });
    },
    async check(file) {
      if (health.state !== 'damaged') health.state = 'checking';
      worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: file });
      worker.unref();
      const verdict = await verdictOf(worker);
      if (!verdict) {
        if (health.state === 'checking') health.state = health.checkedAt ? 'good' : 'unknown';
        return;
      }
      health.checkedAt = new Date();
      if (verdict.problem !== undefined) condemn(verdict.problem);
      else if (health.state === 'checking') health.state = 'good';
    },
    stop: async () => {
      await worker?.terminate();
    },
  };
}

/** What the worker found; undefined when it could not look, or was ended from outside. */
function verdictOf(worker: Worker): Promise<{ problem: string | undefined } | undefined> {
  const { promise, resolve } = Promise.withResolvers<{ problem: string | undefined } | undefined>();
  worker.once('message', (problem?: string) => resolve({ problem }));
  worker.once('error', (error) => {
    resolve(isDamage(error) ? { problem: error instanceof Error ? error.message : String(error) } : undefined);
  });
  worker.once('exit', () => resolve(undefined));
  return promise;
}
