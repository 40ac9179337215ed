import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './errors.ts';

/** Unknown URLs are 404, known ones with another method 405 with `Allow`, both JSON; pages render their own 404. */
export function answerNotFound(app: FastifyInstance): void {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = known.get(url) ?? { pattern: toPattern(url), methods: new Set<string>() };
    for (const name of [method].flat()) route.methods.add(name);
    known.set(url, route);
  });
  const refuseHere = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '';
    const route = [...known.values()].find(({ pattern }) => pattern.test(path));
    const methods = route && !route.methods.has(request.method) ? [...route.methods].join(', ') : '';
    if (methods === '')
      return refuse(request, reply, { status: 404, code: 'not_found', message: 'Такого адреса нет.' });
    const message = `Этот адрес принимает только ${methods}.`;
    return refuse(request, reply.header('Allow', methods), { status: 405, code: 'method_not_allowed', message });
  };
  // Before the body is read; the handler below serves routes that call `callNotFound`.
  app.addHook('onRequest', async (request, reply) =>
    request.is404 || hasEmptyParameter(request) ? refuseHere(request, reply) : undefined,
  );
  app.setNotFoundHandler(refuseHere);
}

/** Replaces broken escapes (`/%zz`, windows-1251) by a URL without a page. The API refuses them. */
export function decodableUrl(url: string): string {
  const [path = ''] = url.split('?', 1);
  if (!path.includes('%') || path.startsWith('/api/') || isDecodable(path)) return url;
  return path.replaceAll('%', '~') + url.slice(path.length);
}

function isDecodable(path: string): boolean {
  try {
    // Compared, because the bundler drops a call with an unused result.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

/** The router matches `/api/news/` with `/api/news/:slug`. */
function hasEmptyParameter({ params }: FastifyRequest): boolean {
  return Object.entries(params as Record<string, string>).some(([name, value]) => value === '' && name !== '*');
}

function toPattern(url: string): RegExp {
  if (url === '/*') return /^\/(?!api(\/|$))/;
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/')
    .replace('\\*', '.*');
  return new RegExp(`^${source}$`);
}
