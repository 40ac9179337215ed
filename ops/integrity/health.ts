import { Worker } from 'node:worker_threads';
import { isDamage } from '../../db/errors.ts';
import { messageOf } from '../../errors.ts';

export interface DatabaseHealth {
  state: 'unknown' | 'checking' | 'good' | 'damaged'; // `unknown` also for PostgreSQL, which checks itself
  problem: string | undefined; // SQLite's message; only when damaged
  checkedAt: Date | null;
}

/** `damaged` is called once and must end all writes: what is readable stays readable. */
export function watchHealth(damaged: (problem: string) => void) {
  const health: DatabaseHealth = { state: 'unknown', problem: undefined, checkedAt: null };
  let worker: Worker | undefined;

  function condemn(problem: string): void {
    if (health.state === 'damaged') return;
    Object.assign(health, { state: 'damaged', problem });
    damaged(problem);
  }

  return {
    health,
    met(error: unknown): void {
      if (isDamage(error)) condemn(messageOf(error));
    },
    passed(): void {
      if (health.state === 'unknown') Object.assign(health, { state: 'good', checkedAt: new Date() });
    },
    /** Checks the whole file in a worker; never rejects. */
    async check(file: string): Promise<void> {
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

function verdictOf(worker: Worker): Promise<{ problem: string | undefined } | undefined> {
  const { promise, resolve } = Promise.withResolvers<{ problem: string | undefined } | undefined>();
  worker.once('message', (problem?: string) => resolve({ problem }));
  worker.once('error', (error) => {
    resolve(isDamage(error) ? { problem: messageOf(error) } : undefined);
  });
  worker.once('exit', () => resolve(undefined));
  return promise;
}
