import { createTestApp, type TestApp } from './app.ts';
import { createGate, type Gate } from './gate.ts';
import { startPostgres } from './postgres.ts';

export interface Gated {
  t: TestApp;
  gate: Gate;
  close: () => Promise<void>;
}

/** The application on a PostgreSQL of its own that it reaches through a gate. */
export async function createGatedApp(): Promise<Gated> {
  const postgres = await startPostgres();
  const url = new URL(postgres.url);
  const gate = await createGate(Number(url.port));
  url.port = String(gate.port);
  const t = await createTestApp({}, url.href);
  return {
    t,
    gate,
    close: async () => {
      gate.thaw();
      await t.close();
      await gate.close();
      await postgres.stop();
    },
  };
}
