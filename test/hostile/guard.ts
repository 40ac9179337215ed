import { ADMIN } from '../server.ts';
import { share } from './corpora.ts';
import { type Answer, type Asked, faultOf, type Outcome, openWorld, type World } from './rig.ts';
import { isClosed, type Route, readRoutes } from './routes.ts';

/** Stands in everything that only an administrator may see. */
const SECRET = 'ТАЙНА-7f3a';

/** Every closed route × ways to write its address × things that are no token; and every page with its data. Nothing may come of it. */
export async function runGuard(part: number): Promise<Outcome> {
  const [world, routes] = [await openWorld(), await readRoutes()];
  try {
    await keepSecrets(world);
    const tokens = await badTokens(world);
    const asked = [...share(closedCalls(routes, tokens), part), ...share(pageCalls(), part)];
    const findings: string[] = [];
    world.content.remember();
    for (const each of asked) {
      const answer = await world.send(each);
      const fault = faultOf(answer, each.path) ?? leakOf(each, answer) ?? (world.content.hasChanged() ? 'changed the database' : undefined);
      if (fault) findings.push(`${each.method ?? 'GET'} ${each.path} ${JSON.stringify(each.headers ?? {})}: ${fault}`);
    }
    if (!(await world.isAlive())) findings.push('the server is gone');
    const isClosedToAll = (await world.sendAs({ path: '/api/admin/news' })).body.includes(SECRET);
    if (!isClosedToAll) findings.push('the secret is not there to be seen: the run proves nothing');
    return { inputs: asked.length, findings, notes: [`${routes.filter(isClosed).length} closed routes`] };
  } finally {
    await world.close();
  }
}

async function keepSecrets({ call }: World): Promise<void> {
  await call('POST', '/api/admin/news', { title: SECRET, slug: 'draft', content: SECRET, status: 'draft' });
  await call('POST', '/api/admin/groups', { name: SECRET });
  await call('PUT', '/api/vote-settings', { title: 'Голосование', description: '', voting_url: `https://x.ru/${SECRET}` });
}

/** What an answer gives away: a secret, or that it was no refusal. */
function leakOf({ method = 'GET', path, headers }: Asked, { status, body }: Answer): string | undefined {
  if (body.includes(SECRET)) return `${status} gives the secret away`;
  const isPage = body.length === 0 || body.toString('latin1', 0, 15).toLowerCase() === '<!doctype html>';
  const isPublic = isPage || (method === 'GET' && headers?.expects === 'public') || path.includes('.data');
  if (status < 300 && !(isPublic && (method === 'GET' || method === 'HEAD'))) return `${status} is no refusal`;
  return undefined;
}

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

/** Ways to write an address that some server or proxy takes for the same, or for a shorter one. */
function tricks(path: string): string[] {
  const [, first = '', ...rest] = path.split('/');
  const tail = rest.join('/');
  const encoded = `%${first.charCodeAt(0).toString(16)}${first.slice(1)}`;
  return [
    ...[path, `${path}/`, `/${path}`, `//${path}`, `/.${path}`, `/%2e${path}`, `/x/..${path}`, `/x/%2e%2e${path}`, `/news/../..${path}`],
    ...[`/${first}//${tail}`, `/${first}/./${tail}`, `/${first}/x/../${tail}`, `/${first}%2f${tail}`, `/${first}%5c${tail}`],
    ...[`/${first}\\${tail}`, `\\${path}`, `/${first};x/${tail}`, `/${first};/${tail}`, `${path};`, `${path};x=1`, `${path}%3b`],
    ...[`${path}%00`, `${path}%20`, `${path}%09`, `${path}%0a`, `${path}%0d%0ax`, `${path}.`, `${path}..`, `${path}/.`, `${path}/..`],
    ...[`/${encoded}/${tail}`, `/${encoded.replace('%', '%25')}/${tail}`, `/${first}/%${tail.charCodeAt(0).toString(16)}${tail.slice(1)}`],
    ...[path.toUpperCase(), path.replace('api', 'Api'), path.replace('admin', 'ADMIN'), path.replace('a', '%u0061'), `/${first}%c0%af${tail}`],
    ...[`${path}.json`, `${path}.data`, `${path}.data?_routes=root`, `${path}/_.data`, `${path}?`, `${path}??`, `${path}%3f`, `${path}#x`, `${path}%23`],
    ...[`http://127.0.0.1${path}`, `http://evil.example${path}`, `https://evil.example${path}`, `//evil.example${path}`, `${path}?public=true`],
  ];
}

const OTHER_CREDENTIALS: Record<string, string>[] = [
  {},
  { cookie: 'authToken=1; token=1; session=1; rampa.device=1' },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' },
  { 'x-original-url': '/api/news', 'x-rewrite-url': '/api/news', 'x-forwarded-prefix': '/public' },
  { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
  { 'x-authenticated-user': ADMIN.username, 'x-user': ADMIN.username, 'remote-user': ADMIN.username, 'x-admin': 'true' },
  { 'x-react-router-spa-mode': 'yes', 'x-react-router-prerender-data': '[]', 'x-remix-response': 'yes' },
  { 'x-api-key': 'x', 'x-auth-token': 'x', 'x-access-token': 'x', 'proxy-authorization': 'Bearer x' },
  { origin: 'http://127.0.0.1', referer: 'http://127.0.0.1/admin', host: 'localhost' },
];

/** A method that another one hides. */
function overrides(path: string, method: string): Asked[] {
  const names = ['x-http-method-override', 'x-http-method', 'x-method-override', '_method'];
  return ['GET', 'POST'].flatMap((carrier) => [
    ...names.map((name) => ({ method: carrier, path: carrier === method ? path : '/api/news', headers: { [name]: method } })),
    { method: carrier === method ? method : 'POST', path: `${path}?_method=${method}` },
  ]).map((asked) => (asked.path === '/api/news' && asked.method === 'GET' ? { ...asked, headers: { ...asked.headers, expects: 'public' } } : asked));
}

async function badTokens({ token, send, server, sendAs }: World): Promise<string[]> {
  const login = await send({ method: 'POST', path: '/api/auth/login', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ADMIN) });
  const { token: revoked } = JSON.parse(login.body.toString());
  await sendAs({ method: 'POST', path: '/api/auth/logout', headers: { authorization: `Bearer ${revoked}` } });
  const swapped = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`;
  const texts = ['', 'null', 'undefined', 'true', '0', '[object Object]', "' or 1=1 --", '*', '%', `${token}x`, token.slice(0, -1), swapped, revoked];
  const inverted = [...token].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
  const schemes = ['Basic', 'Token', 'JWT', 'Digest', 'Bearer:', 'Bearer,', 'XBearer'];
  const basic = Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64');
  return [
    ...texts.map((text) => `Bearer ${text}`),
    ...[`Bearer ${inverted.join('')}`, 'Bearer', token, `Bearer\t${token}`, `Bearer ${token}, Bearer ${token}`, `Bearer ${token} x`, `Bearer "${token}"`],
    ...schemes.map((scheme) => `${scheme} ${scheme === 'Basic' ? basic : token}`),
    ...['eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiIsInJvbGUiOiJhZG1pbiJ9.', 'a'.repeat(10_000)].map((jwt) => `Bearer ${jwt}`),
    `Bearer ${encodeURIComponent(server.origin)}`,
  ];
}

/** Pages of the panel and their data, which the browser's router asks for under names of its own. */
function pageCalls(): Asked[] {
  const pages = ['', '/news', '/news/new', '/news/edit/draft', '/site-content', '/voting', '/watch-settings', '/images', '/administrators', '/journal', '/login'];
  const paths = pages.flatMap((page) => [`/admin${page}`, `/admin${page}.data`, `/admin${page}.data?_routes=root`, `/admin${page}/_.data`, `/admin${page}?_data=root`]);
  const further = ['/_root.data', '/__manifest', '/__manifest?p=%2Fadmin', '/preview/x', '/preview/x.data', '/news/draft', '/news/draft.data', '/news/draft.data?_routes=routes%2Fpublic%2Farticle', '/vote', '/vote.data', '/feed.xml', '/sitemap.xml'];
  return [...paths, ...further].flatMap((path) => ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'].map((method) => ({ method, path })));
}
