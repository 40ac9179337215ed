import { screens } from '../../resources.ts';
import { ADMIN } from '../rig/server.ts';
import type { Asked } from './asking.ts';
import { isClosed, type Route } from './routes.ts';

export function closedCalls(routes: Route[], tokens: string[]): Asked[] {
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
  return [
    path,
    path.toUpperCase(),
    path.replace('api', 'Api'),
    path.replace('admin', 'ADMIN'),
    path.replace('a', '%u0061'),
    ...written.trim().split(/\s+/),
  ];
}

const OTHER_CREDENTIALS: Record<string, string>[] = [
  {},
  { cookie: 'authToken=1; token=1; session=1; rampa.device=1' },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' },
  { 'x-original-url': '/api/news', 'x-rewrite-url': '/api/news', 'x-forwarded-prefix': '/public' },
  { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
  {
    'x-authenticated-user': ADMIN.username,
    'x-user': ADMIN.username,
    'remote-user': ADMIN.username,
    'x-admin': 'true',
  },
  { 'x-react-router-spa-mode': 'yes', 'x-react-router-prerender-data': '[]', 'x-remix-response': 'yes' },
  { 'x-api-key': 'x', 'x-auth-token': 'x', 'x-access-token': 'x', 'proxy-authorization': 'Bearer x' },
  { origin: 'http://127.0.0.1', referer: 'http://127.0.0.1/admin', host: 'localhost' },
];

/** A method that another one hides, on the route itself and on one that is open. */
function overrides(path: string, method: string): Asked[] {
  const names = ['x-http-method-override', 'x-http-method', 'x-method-override', '_method'];
  return ['GET', 'POST'].flatMap((carrier) => [
    ...names.map((name) => ({
      method: carrier,
      path: carrier === method ? path : '/api/news',
      headers: { [name]: method },
    })),
    { method: carrier === method ? method : 'POST', path: `${path}?_method=${method}`, headers: {} },
  ]);
}

export function pageCalls(): Asked[] {
  const pages = [...screens.map(({ path }) => path && `/${path}`), '/news/new', '/news/edit/draft', '/login'];
  const paths = pages.flatMap((page) => [
    `/admin${page}`,
    `/admin${page}.data`,
    `/admin${page}.data?_routes=root`,
    `/admin${page}/_.data`,
    `/admin${page}?_data=root`,
  ]);
  const further = `
    /_root.data /__manifest /__manifest?p=%2Fadmin /preview/x /preview/x.data /news/draft
    /news/draft.data /news/draft.data?_routes=routes%2Fpublic%2Farticle /vote /vote.data /feed.xml
    /sitemap.xml
  `;
  return [...paths, ...further.trim().split(/\s+/)].flatMap((path) =>
    ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'].map((method) => ({ method, path })),
  );
}
