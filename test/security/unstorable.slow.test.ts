import { expect, test } from 'vitest';
import { operationsOf, type Schema, smallBody } from '../hostile/contract.ts';
import { liveRoutes } from '../hostile/routes.ts';
import type { Caller } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';

// PostgreSQL refuses U+0000 in every text, and neither database stores half of a surrogate pair.

const t = await needSite();
const NEWS = '/api/admin/news';
await t.editor('POST', NEWS, { title: 'Привет', tags: ['Жюри'], slug: 'hello', date: '2025-07-20' });
const operations = operationsOf((await t.visitor('GET', '/api/openapi.json')).json());

const UNSTORABLE = ['\0', 'x\0', '\0x', 'zhy\0uri', '2025-07-20\0.1', 'a\ud800b', '\udfff'];

const fill = (path: string) => path.replace('{slug}', 'hello').replace(/\{\w+\}/g, '1');

/** As a browser spells it; half a pair goes out as the bytes that it would have. */
const encoded = (text: string) =>
  [...text].map((sign) => (sign.isWellFormed() ? encodeURIComponent(sign) : '%ED%A0%80')).join('');

async function faultsOf(call: Caller, [method, url, body]: [string, string, object?]): Promise<string[]> {
  const answer = await call(method as 'GET', url, body);
  const told = `${method} ${url} ${JSON.stringify(body) ?? ''}: ${answer.statusCode} ${answer.body.slice(0, 200)}`;
  if (answer.statusCode >= 500) return [told];
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  const { message } = answer.statusCode >= 400 && isJson ? answer.json() : { message: 'да' };
  return answer.statusCode === 429 || /[а-яё]/i.test(message) ? [] : [told];
}

test('what a database cannot store is a refusal or nothing at all in every parameter of a query', async () => {
  const asked = operations.flatMap(({ method, path, query, body }) =>
    query.flatMap((name) =>
      UNSTORABLE.map((text) => [method, `${fill(path)}?${name}=${encoded(text)}`, body && smallBody(body)] as const),
    ),
  );
  expect(asked.length).toBeGreaterThan(20 * UNSTORABLE.length);
  const faults: string[] = [];
  for (const [method, url, body] of asked) faults.push(...(await faultsOf(t.editor, [method, url, body])));
  expect(faults).toEqual([]);
});

test('what a database cannot store is a refusal or nothing at all in every parameter of a path, of pages too', async () => {
  const places = liveRoutes(t.app).filter(({ method, pattern }) => pattern.includes(':') && method !== 'HEAD');
  expect(places.length).toBeGreaterThan(50);
  const faults: string[] = [];
  for (const { method, pattern } of places)
    for (const [part] of pattern.matchAll(/:\w+/g))
      for (const text of UNSTORABLE) {
        const url = pattern.replace(part, encoded(text)).replace(':slug', 'hello').replace(/:\w+/g, '1');
        const described = pattern.replace(/:(\w+)/g, '{$1}');
        const body = operations.find((one) => one.method === method && one.path === described)?.body;
        faults.push(...(await faultsOf(t.editor, [method, url, body && smallBody(body)])));
      }
  for (const page of ['/', '/news/', '/news/tag/', '/programme/', '/history/', '/preview/', '/uploads/', '/news?page='])
    for (const text of UNSTORABLE) faults.push(...(await faultsOf(t.visitor, ['GET', page + encoded(text)])));
  expect(faults).toEqual([]);
});

test('what a database cannot store is a refusal or nothing at all in a field of a body or in all of them, at any depth', async () => {
  const writing = operations.filter(({ body }) => body);
  expect(writing.length).toBeGreaterThan(40);
  const faults: string[] = [];
  for (const { method, path, body = {} } of writing)
    for (const text of ['x\0', 'a\ud800b']) {
      const fields = Object.entries(body.properties ?? { 'hero.title': {} });
      const spoiled = fields.map(([name, schema]) => ({ ...smallBody(body), [name]: filled(schema, text) }));
      for (const each of [...spoiled, filled(body, text) as object])
        faults.push(...(await faultsOf(t.editor, [method, fill(path), each])));
    }
  expect(faults).toEqual([]);
});

function filled(schema: Schema, text: string): unknown {
  const [one = schema] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  if (one.properties)
    return Object.fromEntries(Object.entries(one.properties).map(([name, each]) => [name, filled(each, text)]));
  if (one.items) return [filled(one.items, text)];
  if (one.enum) return one.enum.at(-1);
  if (one.type === 'boolean') return false;
  return one.type === 'integer' || one.type === 'number' ? 1 : text;
}
