import { afterAll, expect, test } from 'vitest';
import { screens } from '../../resources.ts';
import { needSite } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';
import { type Answer, type Asked, faultOf } from './asking.ts';
import { added, ownList, share } from './corpora.ts';
import { JSON_TYPE, openWorld, tablesChanged, type World } from './rig.ts';
import { isClosed, liveRoutes, type Route } from './routes.ts';

/** Stands in everything that only an administrator may see. */
const SECRET = 'ТАЙНА-7f3a';

const [world, t] = [await openWorld(), await needSite()];
afterAll(world.close);
const routes = liveRoutes(t.app);

test('no closed route opens to odd addresses, methods and credentials, and no page gives a secret away', async () => {
  await keepSecrets(world);
  const tokens = await badTokens(world);
  const findings: string[] = [];
  await world.content.remember();
  for (const each of share([...closedCalls(routes, tokens), ...pageCalls()], 12)) {
    const answer = await world.send(each);
    const changed = await tablesChanged(world, () => world.send(each));
    const fault = faultOf(answer, each.path) ?? leakOf(each, answer) ?? changed[0];
    if (fault) findings.push(`${each.method ?? 'GET'} ${each.path} ${JSON.stringify(each.headers ?? {})}: ${fault}`);
  }
  expect(findings).toEqual([]);
  expect(routes.filter(isClosed).length).toBeGreaterThan(50);
  // There was something to be seen.
  expect((await world.sendAs({ path: '/api/admin/news' })).body.toString()).toContain(SECRET);
});

test('a change of the content is seen, and what a refused request may touch is none', async () => {
  const touchSessions = async () => {
    await world.content.remember();
    const last_used_at = new Date(Date.now() - 60_000).toISOString();
    await world.db.updateTable('sessions').set({ last_used_at }).execute();
    return world.content.whatChanged();
  };
  // A job of the server may write once in between.
  const touched = await touchSessions();
  expect(touched.length > 0 ? await touchSessions() : []).toEqual([]);
  await world.call('POST', '/api/admin/news', { title: 'Новая', content: '<p>Текст</p>' });
  expect(await world.content.whatChanged()).toContain('articles');
  await world.content.remember();
  expect(await world.content.whatChanged()).toEqual([]);
});

async function keepSecrets({ call }: World): Promise<void> {
  await call('POST', '/api/admin/news', { title: SECRET, slug: 'draft', content: SECRET, status: 'draft' });
  await call('POST', '/api/admin/groups', { name: SECRET });
  // A vote that is not held keeps its address to itself.
  const vote = { voting_url: `https://x.ru/${SECRET}`, is_voting_enabled: true, vote_state: 'not_held' };
  await call('PUT', '/api/vote-settings', vote);
}

function leakOf({ method = 'GET', path }: Asked, { status, body }: Answer): string | undefined {
  if (body.includes(SECRET)) return `${status} gives the secret away`;
  const isPage = body.length === 0 || body.toString('latin1', 0, 15).toLowerCase() === '<!doctype html>';
  const isPublic = isPage || /\.data|\.xml$|^\/api\/news(\?|$)/.test(path);
  if (status < 300 && !(isPublic && (method === 'GET' || method === 'HEAD'))) return `${status} is no refusal`;
  return undefined;
}

async function badTokens({ token, send, sendAs }: World): Promise<string[]> {
  const asked = { method: 'POST', path: '/api/auth/login', headers: JSON_TYPE, body: JSON.stringify(ADMIN) };
  const { token: revoked } = JSON.parse((await send(asked)).body.toString());
  await sendAs({ method: 'POST', path: '/api/auth/logout', headers: { authorization: `Bearer ${revoked}` } });
  const swapped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
  const inverted = token.replace(/[a-z]|([A-Z])/g, (one, upper) => (upper ? one.toLowerCase() : one.toUpperCase()));
  const longer = ['x', ' x', `, Bearer ${token}`].map((end) => token + end);
  const nearly = [...longer, token.slice(0, -1), swapped, inverted, revoked];
  const others = ['', 'null', 'undefined', 'true', '0', '[object Object]', "' or 1=1 --", '*', '%', 'a'.repeat(10_000)];
  const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiIsInJvbGUiOiJhZG1pbiJ9.';
  const basic = Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64');
  const schemes = ['Token', 'JWT', 'Digest', 'Bearer:', 'Bearer,', 'XBearer'].map((scheme) => `${scheme} ${token}`);
  return [
    ...[...nearly, ...others, jwt, `"${token}"`].map((text) => `Bearer ${text}`),
    ...['Bearer', token, `Bearer\t${token}`, `Basic ${basic}`, ...schemes],
  ];
}

const OTHER_CREDENTIALS = ownList<Record<string, string>[]>('credentials.json');

function closedCalls(routes: Route[], tokens: string[]): Asked[] {
  return routes.filter(isClosed).flatMap(({ method, pattern }) => {
    const path = pattern.replace(':slug', 'draft').replace(/:\w+/g, '1');
    const body = method === 'GET' || method === 'HEAD' ? {} : { body: '{"title":"x","password":"x","name":"x"}' };
    const base = { method, path, ...body, headers: { 'content-type': 'application/json' } };
    return [
      ...tricks(path).map((trick) => ({ ...base, path: trick })),
      ...tokens.map((value) => ({ ...base, headers: { ...base.headers, authorization: value } })),
      ...OTHER_CREDENTIALS.map((headers) => ({ ...base, headers: { ...base.headers, ...headers } })),
      ...overrides(path, method).map((each) => ({ ...each, headers: { ...base.headers, ...each.headers } })),
    ];
  });
}

function tricks(path: string): string[] {
  const [, first = '', ...rest] = path.split('/');
  const tail = rest.join('/');
  const encoded = `%${first.charCodeAt(0).toString(16)}${first.slice(1)}`;
  const written = `
    ${path}/ /${path} //${path} /.${path} /%2e${path} /x/..${path} /x/%2e%2e${path} /news/../..${path}
    /${first}//${tail} /${first}/./${tail} /${first}/x/../${tail} /${first}%2f${tail} /${first}%5c${tail}
    /${first}\\${tail} \\${path} /${first};x/${tail} /${first};/${tail} ${path}; ${path};x=1 ${path}%3b
    ${path}%00 ${path}%20 ${path}%09 ${path}%0a ${path}%0d%0ax ${path}. ${path}.. ${path}/. ${path}/..
    /${encoded}/${tail} /${encoded.replace('%', '%25')}/${tail}
    /${first}/%${tail.charCodeAt(0).toString(16)}${tail.slice(1)} /${first}%c0%af${tail} ${path}.json
    ${path}.data ${path}.data?_routes=root ${path}/_.data ${path}? ${path}?? ${path}%3f ${path}#x
    ${path}%23 http://127.0.0.1${path} http://evil.example${path} https://evil.example${path}
    //evil.example${path} ${path}?public=true
  `;
  const replaced = [path.replace('api', 'Api'), path.replace('admin', 'ADMIN'), path.replace('a', '%u0061')];
  return [path, path.toUpperCase(), ...replaced, ...written.trim().split(/\s+/)];
}

/** A method that another one hides, on the route itself and on one that is open. */
function overrides(path: string, method: string): Asked[] {
  const names = ['x-http-method-override', 'x-http-method', 'x-method-override', '_method'];
  return ['GET', 'POST'].flatMap((carrier) => {
    const hiding = carrier === method ? path : '/api/news';
    return [
      ...names.map((name) => ({ method: carrier, path: hiding, headers: { [name]: method } })),
      { method: carrier === method ? method : 'POST', path: `${path}?_method=${method}`, headers: {} },
    ];
  });
}

function pageCalls(): Asked[] {
  const pages = [...screens.map(({ path }) => path && `/${path}`), '/news/new', '/news/edit/draft', '/login'];
  const ends = ['', '.data', '.data?_routes=root', '/_.data', '?_data=root'];
  const paths = pages.flatMap((page) => ends.map((end) => `/admin${page}${end}`));
  const further = `
    /_root.data /__manifest /__manifest?p=%2Fadmin /preview/x /preview/x.data /news/draft /news/draft.data
    /news/draft.data?_routes=routes%2Fpublic%2Farticle /vote /vote.data /feed.xml /sitemap.xml
  `;
  return [...paths, ...further.trim().split(/\s+/)].flatMap((path) =>
    ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'].map((method) => ({ method, path })),
  );
}

/** Named by the connection, not by the request; Host and a token change answers on purpose. */
const OTHERS =
  /^(host|authorization|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|expect)$/i;

const PAGES = ['/', '/news', '/news/hello', '/news/nobody-knows', '/vote', '/api/news'];

const REFUSED = [400, 431];

test('no header changes what others get: neither an answer nor the kept one differs from a plain visitor’s', async () => {
  await world.call('POST', '/api/admin/news', { title: 'Привет', slug: 'hello', content: '<p>Первая новость.</p>' });
  await world.call('PUT', '/api/vote-settings', { is_voting_enabled: true, voting_url: 'https://vote.example.org/' });
  // A text that was never there before makes other pages.
  const emptyCache = () => world.call('PUT', '/api/site-content', { 'test.cold': String(Math.random()) });
  await emptyCache();
  const plain = new Map<string, Answer>();
  for (const path of PAGES) plain.set(path, await world.send({ path }));
  const names = new Set([...ownList('header-names.txt'), ...added('headers')].map((name) => name.trim().toLowerCase()));
  const tried = [...names].filter((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !OTHERS.test(name));
  expect(tried.length).toBeGreaterThan(1000);
  const findings: string[] = [];
  for (const headers of [...share(tried, 40).map((name) => ({ [name]: valueFor(name) })), ...SPECIFIC]) {
    await emptyCache();
    const compared = [...plain].map(async ([path, expected]) => {
      const fault = await compare(path, headers, expected);
      if (fault) findings.push(`${path} with ${JSON.stringify(headers)}: ${fault}`);
    });
    await Promise.all(compared);
  }
  expect(findings).toEqual([]);
});

async function compare(path: string, headers: Record<string, string>, plain: Answer) {
  const odd = await world.send({ path, headers });
  // A refused header is the sender's own affair as long as the next visitor gets what he should.
  const fault = REFUSED.includes(odd.status) ? faultOf(odd) : differenceOf(odd, plain);
  if (fault) return `answered differently, ${fault}`;
  const next = differenceOf(await world.send({ path }), plain);
  return next && `poisoned the kept answer, ${next}`;
}

/** What a visitor could notice: the status, the decoded text, and headers besides those of time, connection and encoding. */
function differenceOf(answer: Answer, plain: Answer): string | undefined {
  if (answer.status !== plain.status) return `${answer.status} in place of ${plain.status}`;
  const [text, expected] = [answer, plain].map(({ body }) => body.toString().replace(CLOCK, '')) as [string, string];
  if (text !== expected) return `another text: ${around(text, expected)}`;
  const [one, other] = [answer, plain].map(({ headers }) =>
    JSON.stringify(PLAIN.map((name) => headers[name])).replace(HASH, 'sha256'),
  );
  return one === other ? undefined : `other headers: ${one} in place of ${other}`;
}

const PLAIN = [
  ...['content-type', 'content-security-policy', 'location', 'set-cookie', 'cache-control', 'link', 'vary'],
  ...['access-control-allow-origin', 'x-stale'],
];

/** Pages say in a script with which version they were rendered. */
const HASH = /sha256-[^']+/g;
const CLOCK = /\b[a-z0-9]{8}\.\d+(\.\d+)?\b/g;

function around(text: string, plain: string): string {
  const at = Array.from(text, (letter, place) => letter === plain[place]).indexOf(false);
  return text.slice(Math.max(0, at - 40), at + 80);
}

function valueFor(name: string): string {
  if (/cookie/.test(name)) return 'canary7=canary7; rampa.view=canary7';
  if (/ur[il]|path|prefix|location|route|page|script-name/.test(name)) return '/admin/canary7';
  if (/method/.test(name)) return 'DELETE';
  return 'canary7.example';
}

const SPECIFIC: Record<string, string>[] = [
  ...ownList<Record<string, string>[]>('headers.json'),
  { 'accept-encoding': 'x'.repeat(3000) },
  { 'if-modified-since': new Date().toUTCString() },
  { cookie: 'x='.padEnd(4000, 'x') },
  { 'x-oversized': 'x'.repeat(12_000) },
];
