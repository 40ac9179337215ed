import { afterAll, expect, test } from 'vitest';
import { isOnPostgres } from '../rig/database/databases.ts';
import { needSite } from '../rig/needs.ts';
import { type Asked, faultOf } from './asking.ts';
import { countsFailures, mutations, type Operation, operationsOf, type Schema, smallBody } from './contract.ts';
import { added, jsonTexts, naughtyStrings, ownList, share } from './corpora.ts';
import { runRawHttp } from './raw-http.ts';
import { JSON_TYPE, openWorld, tablesChanged, type World } from './rig.ts';
import { liveRoutes } from './routes.ts';

/** Mutated bodies for each route. */
const MUTATIONS = 300;
/** Any, and written down, so that a finding can be found again. */
const SEED = 20_251_107;
/** PostgreSQL refuses U+0000 in every text, and neither database stores half of a surrogate pair. */
const UNSTORABLE = ['\0', 'x\0', '\0x', 'zhy\0uri', '2025-07-20\0.1', 'a\ud800b', '\udfff'];

const world = await openWorld();
afterAll(world.close);
await world.call('POST', '/api/admin/news', { title: 'Привет', tags: ['Жюри'], slug: 'hello', date: '2025-07-20' });
const operations = operationsOf(JSON.parse((await world.send({ path: '/api/openapi.json' })).body.toString()))
  // What counts wrong passwords comes first, while there is little else in the database to look through.
  .toSorted((one, other) => Number(countsFailures(other.path)) - Number(countsFailures(one.path)));
const texts = [...naughtyStrings(), ...ownList('sql.txt'), ...added('fields')];
const writing = operations.filter(({ body }) => body);
const places = liveRoutes((await needSite()).app).filter(
  ({ method, pattern }) => pattern.includes(':') && method !== 'HEAD',
);

/** Of the lists in which nothing is new to PostgreSQL, which refuses texts of the first one and numbers of mutations, it gets a part. */
const EVERY = isOnPostgres ? 240 : 60;

test.each<[what: string, () => Asked[], every?: number]>([
  [
    'texts that no database stores, in every field at any depth and every parameter,',
    () => [writing.map(spoiled), inEveryParameter(UNSTORABLE), UNSTORABLE.map(encoded).map(atEveryDoor)].flat(2),
    1,
  ],
  ['naughty texts in every field', () => writing.flatMap((each) => inFields(each, texts))],
  ['naughty texts in every parameter', () => inEveryParameter(texts)],
  ['odd JSON', () => writing.flatMap((each) => jsonTexts().map((text) => call(each, text)))],
  [
    'bodies that miss their schema',
    () => writing.flatMap((each) => mutations(each.body ?? {}, MUTATIONS, SEED).map((text) => call(each, text))),
    60,
  ],
  ['odd paths', () => [...ownList('paths.txt'), ...added('paths'), ...texts.map(encoded)].flatMap(atEveryDoor)],
])(
  '%s get a refusal in words that changes nothing, or are taken',
  { timeout: 0 },
  async (_what, inputs, every = EVERY) => {
    const findings: string[] = [];
    const asked = share(inputs(), every);
    for (const each of asked) await judge(each, findings);
    expect(findings).toEqual([]);
    expect(asked.length).toBeGreaterThan(10);
  },
);

test('what is no HTTP, or may be read in two ways, gets one answer in words or none', { timeout: 0 }, async () =>
  expect(await runRawHttp(world.server.origin, 60)).toEqual([]),
);

test('what came through shows nowhere', async () => {
  expect([writing.length > 40, places.length > 50]).toEqual([true, true]);
  expect(await readersNotice(world)).toEqual([]);
});

const fill = (path: string) => path.replace(/:slug|\{slug\}/, 'hello').replace(/:\w+|\{\w+\}/g, '1');

function call({ method, path }: Operation, body: string): Asked {
  return { method, path: fill(path), headers: JSON_TYPE, body };
}

function inFields(operation: Operation, texts: string[]): Asked[] {
  // Where keys are free, the text is once the key and once the value.
  const properties = Object.keys(operation.body?.properties ?? {});
  const small = smallBody(operation.body);
  const one = (fields: object) => call(operation, JSON.stringify(fields));
  if (properties.length === 0) return texts.flatMap((text) => [one({ [text]: 'x' }), one({ 'hero.title': text })]);
  return properties.flatMap((name) => texts.map((text) => one({ ...small, [name]: text })));
}

/** Bodies with such a text in one field or in all of them, at any depth. */
function spoiled(operation: Operation): Asked[] {
  const { body = {} } = operation;
  return ['x\0', 'a\ud800b'].flatMap((text) => {
    const fields = Object.entries(body.properties ?? { 'hero.title': {} });
    const each = fields.map(([name, schema]) => ({ ...smallBody(body), [name]: filled(schema, text) }));
    return [...each, filled(body, text)].map((one) => call(operation, JSON.stringify(one)));
  });
}

function filled(schema: Schema, text: string): unknown {
  const [one = schema] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  if (one.properties)
    return Object.fromEntries(Object.entries(one.properties).map(([name, each]) => [name, filled(each, text)]));
  if (one.items) return [filled(one.items, text)];
  if (one.enum) return one.enum.at(-1);
  if (one.type === 'boolean') return false;
  return one.type === 'integer' || one.type === 'number' ? 1 : text;
}

/** Of a query, as the API describes them, and of a path, pages included. */
function inEveryParameter(texts: string[]): Asked[] {
  const plain = (method: string, body: Schema | undefined) => ({
    ...{ method, headers: JSON_TYPE },
    ...(body && { body: JSON.stringify(smallBody(body)) }),
  });
  const spelt = texts.map(encoded);
  const ofQueries = operations.flatMap(({ method, path, query, body }) =>
    query.flatMap((name) => spelt.map((text) => ({ ...plain(method, body), path: `${fill(path)}?${name}=${text}` }))),
  );
  const ofPaths = places.flatMap(({ method, pattern }) => {
    const described = pattern.replace(/:(\w+)/g, '{$1}');
    const body = operations.find((one) => one.method === method && one.path === described)?.body;
    return (pattern.match(/:\w+/g) ?? []).flatMap((part) =>
      spelt.map((text) => ({ ...plain(method, body), path: fill(pattern.replace(part, text)) })),
    );
  });
  return [...ofQueries, ...ofPaths];
}

function atEveryDoor(line: string): Asked[] {
  const path = line.replace(/[^\x21-\xff]/g, (character) => encoded(character)).replace(/^\/+/, '');
  const doors = '/ /uploads/ /assets/ /news/ /news/tag/ /programme/ /history/ /api/news/ /preview/ /?page= /news?page=';
  return doors.split(' ').map((door) => ({ path: door + path }));
}

/** Half of a character has no encoding: it goes out as the bytes that it would have. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()) + (text.isWellFormed() ? '' : '%ED%A0%80');
}

async function judge(asked: Asked, findings: string[]): Promise<void> {
  const answer = await world.sendAs(asked);
  const name = () => `${asked.method ?? 'GET'} ${asked.path} ${String(asked.body ?? '').slice(0, 200)}`;
  const fault = faultOf(answer, asked.path);
  if (fault) findings.push(`${name()}: ${fault}`);
  if (answer.status < 400) await world.content.accept();
  else {
    const changed = await tablesChanged(world, () => world.sendAs(asked));
    if (changed.length > 0) findings.push(`${name()}: refused, yet it changed ${changed.join(', ')}`);
  }
}

/** What came through must not show either: every public address still answers, and its XML has only characters that XML may have. */
async function readersNotice({ send }: World): Promise<string[]> {
  const findings: string[] = [];
  const { body } = await send({ path: '/api/news?fields=card&limit=100' });
  const news: { slug: string }[] = JSON.parse(body.toString());
  const pages = '/ /news /watch /vote /about /feed.xml /sitemap.xml /start.ics /manifest.webmanifest /api/site-content';
  for (const path of [...pages.split(' '), ...news.map(({ slug }) => `/news/${slug}`)]) {
    const { status, headers, body } = await send({ path });
    if (status !== 200 && !(path === '/start.ics' && status === 404)) findings.push(`afterwards ${path} is ${status}`);
    const isXml = headers['content-type']?.includes('xml');
    if (isXml && /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(body.toString()))
      findings.push(`afterwards ${path} is no XML`);
  }
  return findings;
}
