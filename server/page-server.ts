import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from './config.ts';
import { POLICY_ORIGIN } from './finished.ts';
import { originOf, policyOrigin } from './origin.ts';
import { listedQuery } from './page-cache.ts';
import { policyFor } from './page-policy.ts';

/** `target` is path and query on `origin`. */
export type RenderPage = (page: { origin: string; target: string }) => Promise<PageAnswer>;

export interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

interface Options {
  config: Config;
  renderPage: RenderPage;
  assetsDir?: string | undefined;
}

/** The files of the browser's build and every page. Anything that no other route took is a page, known or not. */
export async function servePages(app: FastifyInstance, { config, renderPage, assetsDir }: Options): Promise<void> {
  if (assetsDir) {
    const cacheControl = 'public, max-age=31536000, immutable';
    await app.register(fastifyStatic, {
      root: assetsDir,
      prefix: '/assets/',
      preCompressed: true,
      decorateReply: false,
      cacheControl: false,
      setHeaders: (reply) => reply.header('Cache-Control', cacheControl),
    });
  }
  app.get('/*', { config: { cached: countedQuery } }, async (request, reply) => {
    const [path = '', search = ''] = request.url.split('?', 2);
    if (path.startsWith('/api/') || path === '/api') return reply.callNotFound();
    if (path !== '/' && path.endsWith('/') && !path.includes('//')) {
      return reply.redirect(path.replace(/\/$/, '') + (search && `?${search}`), 308);
    }
    const target = path + listedQuery(search, countedQuery(path) ?? []);
    const answer = await renderPage({ origin: originOf(request, config.publicUrl), target });
    return send(reply, path, answer, config);
  });
  // In an answer that the cache did not finish (a 404, the panel) the policy still has to name the visitor's origin.
  app.addHook('onSend', async (request, reply) => {
    const policy = reply.getHeader('Content-Security-Policy');
    if (typeof policy !== 'string') return;
    reply.header('Content-Security-Policy', policy.replace(POLICY_ORIGIN, policyOrigin(request, config.publicUrl)));
  });
}

/** Which query parameters change a page; undefined for pages that are not kept. */
function countedQuery(path: string): readonly string[] | undefined {
  if (isPanel(path) || path.startsWith('/preview/')) return undefined;
  const data = path.endsWith('.data') ? ['_routes'] : [];
  return /^\/news(\.data)?$/.test(path) ? ['page', ...data] : data;
}

function send(reply: FastifyReply, path: string, answer: PageAnswer, { playerHosts }: Config): FastifyReply {
  reply.status(answer.status).headers(answer.headers);
  if (answer.headers['content-type']?.startsWith('text/html')) {
    reply.header('Content-Security-Policy', policyFor(path, answer.body, POLICY_ORIGIN, playerHosts));
  }
  if (isPanel(path)) reply.header('Cache-Control', 'no-store').header('X-Robots-Tag', 'noindex, nofollow');
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', answer.status >= 500 ? 'no-store' : 'no-cache');
  if (answer.status >= 500) reply.header('Retry-After', '5');
  return reply.send(answer.body);
}

function isPanel(path: string): boolean {
  return path === '/admin' || path.startsWith('/admin/') || path.startsWith('/admin.');
}
