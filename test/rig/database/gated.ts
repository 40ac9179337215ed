import { createTestApp, type TestApp } from '../app.ts';
import { createGate, type Gate } from './gate.ts';
import { startPostgres } from './postgres.ts';

export interface GatedPostgres {
  /** Leads through the gate. */
  url: string;
  gate: Gate;
  close: () => Promise<void>;
}

export interface Gated {
  t: TestApp;
  gate: Gate;
  close: () => Promise<void>;
}

/** A PostgreSQL of its own behind a gate. */
export async function startGatedPostgres(): Promise<GatedPostgres> {
  const postgres = await startPostgres();
  const gate = await createGate(postgres.port);
  const url = new URL(postgres.url);
  url.port = String(gate.port);
  return {
    url: url.href,
    gate,
    close: async () => {
      await gate.close();
      await postgres.stop();
    },
  };
}

/** The application with one article, on a PostgreSQL of its own that it reaches through a gate. */
export async function createGatedApp(): Promise<Gated> {
  const { url, gate, close } = await startGatedPostgres();
  const t = await createTestApp({}, url);
  await t.editor('POST', '/api/admin/news', { title: 'Первая', slug: 'first', content: '<p>Текст</p>' });
  return {
    t,
    gate,
    close: async () => {
      gate.thaw();
      await t.close();
      await close();
    },
  };
}
