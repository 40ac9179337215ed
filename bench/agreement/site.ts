import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPostgres } from '../../db/dialect.ts';
import { addShow, arm, jury } from '../../test/programme/show.ts';
import type { Ask } from '../../test/rig/browser/panel.ts';
import { serveStream } from '../../test/rig/browser/stream.ts';
import { startPostgres } from '../../test/rig/database/postgres.ts';
import { ADMIN, startServer } from '../../test/rig/server.ts';
import { createDeafGate, type DeafGate } from '../rig/deaf-gate.ts';
import { signInEditor } from '../rig/world.ts';

export const BROADCAST = { username: 'эфир', password: 'верный пароль эфира' };
const VOTE = 'https://vote.example.org/';
const SHOWS = [
  { title: 'Финал', count: 10, juries: 6 },
  { title: 'Отбор', count: 4, juries: 2 },
];

export interface Instance {
  origin: string;
  gate: DeafGate;
  restart: (downFor: number) => Promise<void>; // SIGKILL, and after `downFor` ms the next one on the same port and data
  log: () => string;
}

export type Site = Awaited<ReturnType<typeof startSite>>;

/** Two servers on one PostgreSQL, each behind a gate of its own, and a festival of two shows with a stream of two sources. */
export async function startSite() {
  const postgres = await startPostgres(tmpdir());
  const folder = await mkdtemp(path.join(tmpdir(), 'rampa-agreement-'));
  const ends: (() => Promise<unknown>)[] = [];
  const startInstance = async (): Promise<Instance> => {
    const gate = await createDeafGate(postgres.port);
    const url = new URL(postgres.url);
    url.port = String(gate.port);
    // Below the ports that a system gives to clients: one of them would hold it while the server is away.
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const options = { port, dataDir: path.join(folder, String(port)), env: { DATABASE_URL: url.href } };
    let server = await startServer(options);
    ends.push(() => server.stop());
    const restart = async (downFor: number) => {
      await server.kill();
      await new Promise((resolve) => setTimeout(resolve, downFor));
      server = await startServer(options);
    };
    return { origin: server.origin, gate, restart, log: () => server.log() };
  };
  const instances: [Instance, Instance] = [await startInstance(), await startInstance()];
  const streams = await Promise.all([serveStream(), serveStream()]);
  const put = await signInEditor(instances[0].origin);
  const ask = ((method, address, body) => put(`/api${address}`, body ?? {}, method as 'POST')) as Ask;
  await ask('POST', '/auth/confirm', { password: ADMIN.password }).catch(() => {});
  await ask('POST', '/admin/admins', { ...BROADCAST, role: 'broadcast' });
  await ask('POST', '/admin/news', { title: 'Первая', slug: 'first', content: '<p>Текст</p>' });
  const sources = streams.map(({ address }, at) => ({ id: `s${at}`, title: `Поток ${at}`, stream_url: address }));
  await put('/api/watch-settings', { title: 'Эфир', description: 'Концерт', is_stream_enabled: true, sources });
  await put('/api/vote-settings', { is_voting_enabled: false, voting_url: VOTE });
  const shows: number[] = [];
  for (const [at, { title, count, juries }] of SHOWS.entries()) {
    const names = Array.from({ length: count }, (_, n) => `Певец ${at}-${n}`);
    const show = await addShow(ask, names, { title, starts_at: new Date(Date.now() + at * 3_600_000).toISOString() });
    await arm(ask, show.id, ...sectionsOf(at, show.ids, juries));
    shows.push(show.id);
  }
  const db = await openPostgres(postgres.url);
  const [{ slug: contestant }] = (await db.selectFrom('contestants').select('slug').orderBy('id').execute()) as [
    { slug: string },
  ];
  const stop = async () => {
    await Promise.all([...ends.map((end) => end()), ...streams.map(({ cut }) => cut())]);
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { db, instances, shows, contestant, stop };
}

/** The title of each step occurs nowhere else. */
function sectionsOf(show: number, ids: number[], juries: number): object[] {
  const points = (giver: number) => ids.map((id, at): [number, number] => [id, 1 + ((giver * 71 + at * 37) % 97)]);
  const givers = Array.from({ length: juries }, (_, giver) => [`Город${show}${giver}`, points(giver)]);
  const places = ids.map((contestant, at) => ({ contestant, place: at + 1, points: 40 * (ids.length - at) }));
  return [jury(Object.fromEntries(givers)), { kind: 'audience', title: `Зрители${show}`, mode: 'places', places }];
}
