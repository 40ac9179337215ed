import { expect, test } from 'vitest';
import { ADMIN } from '../rig/app.ts';
import { dearer } from '../rig/cost.ts';
import { FORM, form, type Part } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { answerTo } from '../rig/sockets.ts';
import { pdf, zip } from '../rig/world/files.ts';

const t = await needSite();
await t.editor('POST', '/api/admin/redirects', { source: '/old', target: '/news' });
const token = (await t.visitor('POST', '/api/auth/login', ADMIN)).json().token;
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });

/** Back comes the status. */
async function send(head: string, body = ''): Promise<string> {
  return (await answerTo(origin, Buffer.from(`${head}\r\nConnection: close\r\n\r\n${body}`, 'latin1'))).slice(9, 12);
}

const bearer = () => `Authorization: Bearer ${token}`;

const LONG = 7900; // characters: an address has 8 KiB

/** As they go over the line, repeated up to LONG characters. */
const SHAPES = [
  ...['/', '%20', '.', '/.', '%', '%2f', '%61', '%D1%8B', '%F0%9F%8F%86', '%ED%A0%BD', '%3C', '&', '&a', '&%23', '-'],
  ...['%CC%81%CC%96', '"', '\\', ',', ';', ', ', '; ', '\t', '=', '+', 'A', 'a/', '\xe9', '~', '*', 'W/"a",', '0'],
  'gzip;q=0,',
];

const PATHS = ['/', '/news/', '/uploads/', '/api/', '/api/news/', '/assets/', '/preview/', '/admin/'];
const HEADERS = [
  ...['Cookie', 'If-None-Match', 'Accept-Encoding', 'Accept', 'X-Forwarded-For', 'Forwarded', 'User-Agent'],
  ...['Authorization', 'Content-Type'],
];
type Asked = [method: string, target: string, host: string, headers: string[]];
const get = (target: string, ...headers: string[]): Asked => ['GET', target, 'a.example', headers];

/** Runs stand at the end and before a letter, where a trim at the end fails. */
const PLACES: Record<string, (run: string) => Asked> = {
  ...Object.fromEntries(PATHS.map((path) => [path, (run: string) => get(path + run)])),
  ...Object.fromEntries(PATHS.map((path) => [`${path} before a letter`, (run: string) => get(`${path}${run}a`)])),
  'a query': (run) => get(`/?${run}`),
  'a parameter’s name': (run) => get(`/news?${run}=1`),
  'a parameter': (run) => get(`/news?page=${run}`),
  'a view': (run) => get(`/?view=${run}`),
  'an old address’s query': (run) => get(`/old?${run}`),
  'a search': (run) => get(`/api/admin/news?q=${run}`, bearer()),
  'a Host': (run) => ['GET', '/', `a${run}`, []],
  ...Object.fromEntries(HEADERS.map((name) => [name, (run: string) => get('/', `${name}: ${run}`)])),
  Range: (run) => get('/uploads/a.png', `Range: bytes=${run}`),
  'If-Match': (run) => ['PUT', '/api/vote-settings', 'a.example', [bearer(), `If-Match: "1${run}`]],
};

test.each(Object.entries(PLACES))('no characters make a request dearer: %s', async (_name, at) => {
  const asking = (run: string) => {
    const [method, target, host, headers] = at(run);
    const head = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...headers].join('\r\n');
    return () => send(head);
  };
  const shapes = SHAPES.map((shape) => [shape, asking(shape.repeat(LONG / shape.length))] as const);
  expect(await dearer(asking('a'.repeat(LONG)), shapes)).toEqual([]);
});

const WATCH = { title: 'a', description: 'b' };

const FIELDS: [name: string, method: string, url: string, body: (run: string) => object][] = [
  ['the title of an article', 'POST', '/api/admin/news', (run) => ({ title: `a${run.slice(0, 298)}b` })],
  ['a slug', 'POST', '/api/admin/news', (run) => ({ title: 'a', slug: run })],
  ['tags', 'POST', '/api/admin/news', (run) => ({ title: 'a', tags: [run.slice(0, 50)] })],
  ['a body', 'POST', '/api/admin/news', (run) => ({ title: 'a', content: `<p>a${run}b</p>` })],
  ['a name of a field', 'PUT', '/api/vote-settings', (run) => ({ [run]: 1 })],
  ['a description', 'PUT', '/api/vote-settings', (run) => ({ description: `a${run.slice(0, 4990)}b` })],
  ['an address', 'PUT', '/api/vote-settings', (run) => ({ voting_url: `https://a.ru/${run.slice(0, 2000)}b` })],
  ['the code of a frame', 'PUT', '/api/watch-settings', (run) => ({ ...WATCH, player_url: `<iframe ${run}` })],
  ['a text of the site', 'PUT', '/api/site-content', (run) => ({ 'about.text': `a${run}b` })],
  ['marks at names', 'PUT', '/api/site-content', (run) => ({ legal_marks: `a${run}b` })],
  ['an old address', 'POST', '/api/admin/redirects', (run) => ({ source: `/${run}a`, target: `/b${run}c` })],
];

test.each(FIELDS)('no characters make a field dearer: %s', async (_name, method, url, body) => {
  const sending = (run: string) => {
    const json = Buffer.from(JSON.stringify(body(run))).toString('latin1');
    const type = ['Content-Type: application/json', `Content-Length: ${json.length}`, bearer()];
    const head = [`${method} ${url} HTTP/1.1`, 'Host: a.example', ...type].join('\r\n');
    return () => send(head, json);
  };
  const shapes = SHAPES.map(decoded).map((shape) => [shape, sending(shape.repeat(LONG / shape.length))] as const);
  expect(await dearer(sending('a'.repeat(LONG)), shapes)).toEqual([]);
});

const RUNS = [
  ...['/', '\\', '.', '..', './', 'app/', '.app/', 'a:', ' ', '. ', '\t', '\n', '\u00a0', '%', '%22', '%0D'],
  ...[';', '; a=', '*='],
  ...["'", '"', '\\"', '=', 'я', 'é', '\ufb03', '\ufdfa', '\u200b', '\ufffd', '🏆'],
  // Normal forms sort the marks of a letter.
  ...['\u0301', '\u0301\u0316', '\u0301\u0316\u0327', '\uff9e\u0301', '\u0344\u0316', '\u1100\u1161'],
];
const ofBytes = (shape: string, bytes: number) => shape.repeat(bytes / Buffer.byteLength(shape));

const upload = (part: Omit<Part, 'bytes'>, bytes: Buffer) =>
  t.editor('POST', '/api/files', form({ filename: 'a.pdf', ...part, bytes }), { 'content-type': FORM });
const LONG_PART = 70_000; // bytes: headers of a part have 80 KiB

const PARTS: Record<string, (run: string) => () => unknown> = {
  'the name of a file': (filename) => () => upload({ filename }, pdf()),
  'the name of a file before its extension': (run) => () => upload({ filename: `${run}.pdf` }, pdf()),
  'the name of a field': (name) => () => upload({ name }, pdf()),
  'the type of a part': (type) => () => upload({ type: `text/${type}` }, pdf()),
  'a header of a part': (run) => () => upload({ headers: `X-A: ${run}\r\n` }, pdf()),
  'the content of a file': (run) => () => upload({}, Buffer.concat([pdf(), Buffer.from(`\n%${run}\n%%EOF\n`)])),
  'names in an archive': (run) => {
    const names = Array.from({ length: 8 }, (_, at) => ({ name: `${at}${run.slice(0, 20_000)}` }));
    const archives = [zip(...names), zip(...names.map(({ name }) => ({ name: `${name}a.txt` })))];
    return async () => {
      for (const archive of archives) await upload({}, archive);
    };
  },
};

test.each(Object.entries(PARTS))('no characters make an upload dearer: %s', async (_name, sending) => {
  const shapes = RUNS.map((shape) => [shape, sending(ofBytes(shape, LONG_PART))] as const);
  expect(await dearer(sending('a'.repeat(LONG_PART)), shapes)).toEqual([]);
});

const TABLE = 400_000; // bytes

test('no characters make a table of old addresses dearer', async () => {
  const url = '/api/admin/redirects/import';
  const importing = (csv: string) => () => t.editor('POST', url, { csv, dryRun: true });
  const plain = Array.from({ length: 4000 }, (_, at) => `/old-${at}/${'a'.repeat(40)};/new-${at}/${'b'.repeat(40)}`);
  const shapes = [...RUNS, '""', '"a', '"\n', '";"', ';', ',', ';\n', '\r', '\r\n', '\ufeff'].flatMap((shape) => {
    const run = ofBytes(shape, TABLE);
    return [run, `"${run}`, `/a;"${run}`, `/a;/b\n${run}"x`].map((csv) => [shape, importing(csv)] as const);
  });
  const chain = Array.from({ length: 4000 }, (_, at) => `/old-${at};/old-${at + 1}`).join('\n');
  expect(await dearer(importing(plain.join('\n')), [...shapes, ['a chain', importing(chain)]])).toEqual([]);
});

const MANY = 5_000_000; // bytes
const KEYS = Array.from({ length: 400_000 }, (_, n) => `"${n}":0`).join();
const JSONS = {
  'open lists': '['.repeat(MANY),
  'open objects': '{"a":'.repeat(MANY / 5),
  'lists in a list': `[${'[],'.repeat(MANY / 3)}`,
  numbers: `[${'0,'.repeat(MANY / 2)}`,
  keys: `{${KEYS}}`,
  'escaped quotes': `{"content":"${'\\"'.repeat(MANY / 2)}`,
  backslashes: `{"content":"${'\\'.repeat(MANY)}`,
  'empty strings': `{"content":${'""'.repeat(MANY / 2)}`,
};

test.each(Object.entries(JSONS))('JSON is refused before it is parsed: %s', async (_name, json) => {
  const sending = (payload: string) => async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { statusCode } = await t.app.inject({ method: 'POST', url: '/api/admin/preview/article', headers, payload });
    expect(statusCode).toBe(400);
  };
  const plain = JSON.stringify({ content: 'a'.repeat(MANY), title: 1 });
  expect(await dearer(sending(plain), [['this', sending(json)]])).toEqual([]);
});

function decoded(shape: string): string {
  try {
    return decodeURIComponent(shape);
  } catch {
    return shape;
  }
}
