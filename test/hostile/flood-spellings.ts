import { truncate } from 'node:fs/promises';
import { Agent } from 'node:http';
import path from 'node:path';
import { type Asked, ask } from './asking.ts';
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

/** Spellings of known and unknown addresses that look like new ones. */
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
  (at) => `/results?screen=${1 + at}`,
  (at) => `/watch?t=${at}`,
  (at) => `/api/news?tag=${at}`,
  (at) => `/api/results/${1 + at}`,
];

/** No anonymous request evicts stale-if-error pages: they are sent while the database is away. */
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
  // Nothing fresh is cached from here on: answers are stale.
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

/** Requests that miss the cache, or need an encoding of their own. */
const ANEW: Record<string, (at: number) => Asked> = {
  plain: (at) => ({ path: `/nix${at}` }),
  'with Authorization': (at) => ({ path: `/nix${at}`, headers: { authorization: 'x' } }),
  'of unknown articles': (at) => ({ path: `/news/nix-${at}`, headers: { authorization: 'x' } }),
  'of parts of the list': (at) => ({ path: `/api/news?limit=100&after=2025-02-10.${at}` }),
  'of invented hosts': (at) => ({ path: '/', headers: { host: `host-${at}.example`, 'accept-encoding': 'br' } }),
};

/** No header and no spelling takes a request past the shedding of load. */
export const connections: Flood = async ({ server, send, call, ...world }, part, { findings, notes }) => {
  await publishLong({ server, send, call, ...world }, 300, 12_000);
  let asked = 0;
  const flood = async (name: string, anew: (at: number) => Asked) => {
    const before = await shed();
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const until = Date.now() + FLOOD_LASTS * part;
    const keepAsking = async () => {
      for (; Date.now() < until; asked += 1) await ask(server.origin, agent, anew(asked)).catch(() => {});
    };
    const seen = await beside(server, () => Promise.all(Array.from({ length: CONNECTIONS }, keepAsking)));
    agent.destroy();
    const refused = (await shed()) - before;
    notes.push(`${told(`${CONNECTIONS} connections ${name}`, seen)}; ${refused} shed`);
    if (seen.median > HOME_MEDIAN)
      findings.push(`connections ${name}: home took ${seen.median.toFixed(0)} ms (median)`);
    return refused;
  };
  const shed = async () => {
    const { body } = await send({ path: '/metrics' });
    return Number(/^rampa_http_requests_shed_total (\d+)$/m.exec(body.toString())?.[1]);
  };
  const refused = new Map<string, number>();
  for (const [name, anew] of Object.entries(ANEW)) refused.set(name, await flood(name, anew));
  // The number of refusals depends on the machine, not on a header.
  if (refused.get('plain') !== 0 && refused.get('with Authorization') === 0)
    findings.push('with Authorization nothing was shed');
  return asked;
};
