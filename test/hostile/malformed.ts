import { startPostgres } from '../rig/database/postgres.ts';
import { type Asked, faultOf } from './asking.ts';
import { countsFailures, mutations, type Operation, readContract, smallBody } from './contract.ts';
import { added, jsonTexts, naughtyStrings, ownList, share } from './corpora.ts';
import { runRawHttp } from './raw-http.ts';
import { changedSomething, JSON_TYPE, type Outcome, openWorld, type World } from './rig.ts';

/** Mutated bodies for each route. */
const MUTATIONS = 300;
/** Any, and written down, so that a finding can be found again. */
const SEED = 20_251_107;

/** The same on PostgreSQL, whose texts may not hold everything that SQLite's may. */
export async function runMalformedOnPostgres(part: number): Promise<Outcome> {
  const { url, stop } = await startPostgres();
  try {
    return await runMalformed(part, { DATABASE_URL: url });
  } finally {
    await stop();
  }
}

/** Naughty texts in every field, parameter and address, odd JSON at every route, bodies that miss their schema, and what is no HTTP. */
export async function runMalformed(part: number, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const world = await openWorld(env);
  try {
    const operations = (await readContract(world)).filter(({ path }) => path !== '/api/auth/logout');
    const findings: string[] = [];
    const counts: Record<string, number> = {};
    for (const [name, calls] of Object.entries(kinds(operations, part))) {
      const asked = calls();
      counts[name] = asked.length;
      for (const each of asked) await judge(world, each, findings);
    }
    const raw = await runRawHttp(world, part);
    counts.http = raw.inputs;
    findings.push(...raw.findings, ...(await readersNotice(world)));
    if (!(await world.isAlive())) findings.push('the server is gone');
    const inputs = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return { inputs, findings, notes: [JSON.stringify(counts), ...(raw.notes ?? [])] };
  } finally {
    await world.close();
  }
}

function kinds(operations: Operation[], part: number): Record<string, () => Asked[]> {
  const texts = [...naughtyStrings(), ...ownList('sql.txt'), ...added('fields')];
  const writing = operations.filter(({ body }) => body);
  return {
    fields: () =>
      share(
        writing.flatMap((each) => inFields(each, texts)),
        part,
      ),
    parameters: () =>
      share(
        operations.flatMap((each) => inAddress(each, texts)),
        part,
      ),
    json: () =>
      share(
        writing.flatMap((each) => jsonTexts().map((text) => call(each, text))),
        part,
      ),
    mutations: () =>
      writing.flatMap((each) =>
        mutations(each.body ?? {}, Math.ceil(MUTATIONS * part), SEED).map((text) => call(each, text)),
      ),
    paths: () => share([...ownList('paths.txt'), ...added('paths'), ...texts.map(encoded)].flatMap(atEveryDoor), part),
  };
}

function call({ method, path }: Operation, body: string): Asked {
  return { method, path: path.replace('{slug}', 'hello').replace(/\{\w+\}/g, '999999'), headers: JSON_TYPE, body };
}

function inFields(operation: Operation, texts: string[]): Asked[] {
  // Where keys are free, the text is once the key and once the value.
  const properties = Object.keys(operation.body?.properties ?? {});
  const small = smallBody(operation.body);
  const one = (fields: object) => call(operation, JSON.stringify(fields));
  if (properties.length === 0) return texts.flatMap((text) => [one({ [text]: 'x' }), one({ 'hero.title': text })]);
  return properties.flatMap((name) => texts.map((text) => one({ ...small, [name]: text })));
}

function inAddress({ method, path, query, body }: Operation, texts: string[]): Asked[] {
  const plain = { method, headers: JSON_TYPE, ...(body && { body: JSON.stringify(smallBody(body)) }) };
  const places = [...path.matchAll(/\{\w+\}/g)].map(([place]) => place);
  const fill = (address: string) => address.replace('{slug}', 'hello').replace(/\{\w+\}/g, '1');
  return texts
    .map(encoded)
    .flatMap((text) => [
      ...places.map((place) => ({ ...plain, path: fill(path.replace(place, text)) })),
      ...query.map((name) => ({ ...plain, path: `${fill(path)}?${name}=${text}` })),
    ]);
}

function atEveryDoor(line: string): Asked[] {
  const path = line.replace(/[^\x21-\xff]/g, (character) => encoded(character)).replace(/^\/+/, '');
  return ['/', '/uploads/', '/assets/', '/news/', '/api/news/', '/preview/', '/?page=', '/news?page='].map((door) => ({
    path: door + path,
  }));
}

/** Half of a character has no encoding: it goes out as the bytes that it would have. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()) + (text.isWellFormed() ? '' : '%ED%A0%80');
}

async function judge(world: World, asked: Asked, findings: string[]): Promise<void> {
  if (countsFailures(asked.path)) await world.content.remember();
  const answer = await world.sendAs(asked);
  const name = () => `${asked.method ?? 'GET'} ${asked.path} ${String(asked.body ?? '').slice(0, 200)}`;
  const fault = faultOf(answer, asked.path);
  if (fault) findings.push(`${name()}: ${fault}`);
  if (answer.status < 400) await world.content.accept();
  else if (await changedSomething(world, () => world.sendAs(asked)))
    findings.push(`${name()}: refused, yet it changed something`);
}

/** What came through must not show either: every public address still answers, and its XML has only characters that XML may have. */
async function readersNotice({ send }: World): Promise<string[]> {
  const findings: string[] = [];
  const news = JSON.parse((await send({ path: '/api/news?fields=card&limit=100' })).body.toString()) as {
    slug: string;
  }[];
  const pages = [
    '/',
    '/news',
    '/watch',
    '/vote',
    '/about',
    '/feed.xml',
    '/sitemap.xml',
    '/start.ics',
    '/manifest.webmanifest',
    '/api/site-content',
  ];
  for (const path of [...pages, ...news.map(({ slug }) => `/news/${slug}`)]) {
    const { status, headers, body } = await send({ path });
    if (status !== 200 && !(path === '/start.ics' && status === 404)) findings.push(`afterwards ${path} is ${status}`);
    const isXml = headers['content-type']?.includes('xml');
    if (isXml && /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(body.toString()))
      findings.push(`afterwards ${path} is no XML`);
  }
  return findings;
}
