import { truncate } from 'node:fs/promises';
import { Agent } from 'node:http';
import path from 'node:path';
import { ask } from './asking.ts';
import { beside, publishLong, told } from './flood-rig.ts';
import type { Flood } from './floods.ts';

const PAGES = ['/', '/news', '/watch', '/vote', '/news/last'];
const REQUESTS = 1000;
const HOSTS = 20;
const CONNECTIONS = 300;
/** In ms; what waits then is still answered. */
const FLOOD_LASTS = 10_000;
/** The home page beside these, in ms. */
const HOME_MEDIAN = 500;

/** Ways to ask for what is there, or for nothing, so that it looks like something else. */
const SPELLINGS: ((at: number) => string)[] = [
  (at) => `/api/news?limit=100&fields=z${at}`,
  (at) => `/api/news?limit=${1 + (at % 100)}`,
  (at) => `/api/news?limit=100&after=2025-01-${10 + (at % 20)}.${at}`,
  (at) => `/feed.xml#${at}`,
  (at) => `/%${(0x61 + (at % 26)).toString(16)}eed.xml`,
  () => '/f%65ed.xml',
  (at) => `/api/n%65ws?limit=${1 + (at % 100)}`,
  (at) => `/news.data?_routes=${at}`,
  (at) => `/news?page=2&page=${at}`,
  (at) => `/news?page=${at}`,
  (at) => `/news/long-${at}`,
  (at) => `/news/unknown-${at}`,
  (at) => `/unknown-${at}`,
  (at) => `/player?src=${at}`,
  (at) => `/?view=${at}`,
];

/** Nothing anonymous evicts the last good pages: with the database away they still come. */
export const lastGood: Flood = async ({ server, send, call, ...world }, part, { findings, notes }) => {
  await publishLong({ server, send, call, ...world }, 300, 60_000);
  for (const page of PAGES) await send({ path: page });
  let sent = 0;
  const seen = await beside(server, async () => {
    for (; sent < REQUESTS * part; sent += 1) {
      const spell = SPELLINGS[sent % SPELLINGS.length] ?? String;
      await send({ path: spell(sent) });
    }
    for (let at = 0; at < HOSTS; at += 1) {
      for (const page of PAGES) await send({ path: page, headers: { host: `host-${at}.example` } });
      sent += PAGES.length;
    }
  });
  notes.push(told(`${sent} spellings and hosts`, seen));
  // From here on nothing kept is fresh: what comes are the copies.
  await call('PUT', '/api/admin/news/last', { title: 'Последняя правка' });
  for (const file of ['rampa.sqlite', 'rampa.sqlite-wal']) await truncate(path.join(server.dataDir, file));
  const control = await send({ path: '/api/news?limit=37&after=2025-01-10.3' });
  if (control.status !== 503) findings.push(`the database is not away (${control.status}): the run proves nothing`);
  for (const page of PAGES) {
    const { status } = await send({ path: page });
    if (status !== 200) findings.push(`after ${sent} requests, with the database away, ${page} is ${status}`);
  }
  return sent;
};

/** No header takes a request past the shedding of load. */
export const authorized: Flood = async ({ server, send }, _part, { findings, notes }) => {
  let asked = 0;
  const flood = async (name: string, headers: Record<string, string>) => {
    const before = await shed();
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const until = Date.now() + FLOOD_LASTS;
    const keepAsking = async () => {
      for (; Date.now() < until; asked += 1)
        await ask(server.origin, agent, { path: `/nix${asked}`, headers }).catch(() => {});
    };
    const seen = await beside(server, () => Promise.all(Array.from({ length: CONNECTIONS }, keepAsking)));
    agent.destroy();
    const refused = (await shed()) - before;
    notes.push(`${told(name, seen)}; ${refused} shed`);
    if (seen.median > HOME_MEDIAN) findings.push(`${name}: home took ${seen.median.toFixed(0)} ms (median)`);
    return refused;
  };
  const shed = async () => {
    const { body } = await send({ path: '/metrics' });
    return Number(/^rampa_http_requests_shed_total (\d+)$/m.exec(body.toString())?.[1]);
  };
  // What is shed depends on the machine; not whether there is a header.
  const plain = await flood(`${CONNECTIONS} connections`, {});
  const withHeader = await flood(`${CONNECTIONS} connections with Authorization`, { authorization: 'x' });
  if (plain > 0 && withHeader === 0) findings.push('with Authorization nothing was shed');
  return asked;
};
