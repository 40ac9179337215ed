import { afterAll, expect, test } from 'vitest';
import { type Asked, faultOf } from './asking.ts';
import { countsFailures, mutations, type Operation, operationsOf, smallBody } from './contract.ts';
import { added, jsonTexts, naughtyStrings, ownList, share } from './corpora.ts';
import { runRawHttp } from './raw-http.ts';
import { changedSomething, JSON_TYPE, openWorld, type World } from './rig.ts';

/** Mutated bodies for each route. */
const MUTATIONS = 300;
/** Any, and written down, so that a finding can be found again. */
const SEED = 20_251_107;

const world = await openWorld();
afterAll(world.close);
const operations = operationsOf(JSON.parse((await world.send({ path: '/api/openapi.json' })).body.toString()))
  // What counts wrong passwords comes first, while there is little else in the database to look through.
  .toSorted((one, other) => Number(countsFailures(other.path)) - Number(countsFailures(one.path)));
const texts = [...naughtyStrings(), ...ownList('sql.txt'), ...added('fields')];
const writing = operations.filter(({ body }) => body);

test.each<[what: string, () => Asked[]]>([
  ['naughty texts in every field', () => writing.flatMap((each) => inFields(each, texts))],
  ['naughty texts in every parameter', () => operations.flatMap((each) => inAddress(each, texts))],
  ['odd JSON', () => writing.flatMap((each) => jsonTexts().map((text) => call(each, text)))],
  [
    'bodies that miss their schema',
    () => writing.flatMap((each) => mutations(each.body ?? {}, MUTATIONS, SEED).map((text) => call(each, text))),
  ],
  ['odd paths', () => [...ownList('paths.txt'), ...added('paths'), ...texts.map(encoded)].flatMap(atEveryDoor)],
])('%s get a refusal in words that changes nothing, or are taken', { timeout: 0 }, async (_what, inputs) => {
  const findings: string[] = [];
  const asked = share(inputs(), 60);
  for (const each of asked) await judge(each, findings);
  expect(findings).toEqual([]);
  expect(asked.length).toBeGreaterThan(10);
});

test('what is no HTTP, or may be read in two ways, gets one answer in words or none', { timeout: 0 }, async () =>
  expect(await runRawHttp(world.server.origin, 60)).toEqual([]),
);

test('what came through shows nowhere', async () => expect(await readersNotice(world)).toEqual([]));

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

async function judge(asked: Asked, findings: string[]): Promise<void> {
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
