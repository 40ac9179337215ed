import { createHash } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { originOf } from './origin.ts';
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
  app.get('/*', async (request, reply) => {
    const [path = '', query = ''] = split(request.url);
    if (path.startsWith('/api/') || path === '/api') return reply.callNotFound();
    if (path !== '/' && path.endsWith('/') && !path.includes('//')) {
      return reply.redirect(path.replace(/\/$/, '') + query, 308);
    }
    const answer = await renderPage({ origin: originOf(request, config.publicUrl), target: path + query });
    return send(request, reply, path, answer, config.playerHosts);
  });
}

function send(request: FastifyRequest, reply: FastifyReply, path: string, answer: PageAnswer, playerHosts: string[]): FastifyReply {
  const isPanel = path === '/admin' || path.startsWith('/admin/');
  reply.headers(answer.headers);
  if (answer.headers['content-type']?.startsWith('text/html')) {
    reply.header('Content-Security-Policy', policyFor(path, answer.body, originOf(request, undefined), playerHosts));
  }
  if (isPanel) reply.header('Cache-Control', 'no-store').header('X-Robots-Tag', 'noindex, nofollow');
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', answer.status >= 500 ? 'no-store' : 'no-cache');
  if (answer.status >= 500) reply.header('Retry-After', '5');
  if (answer.status !== 200 || isPanel) return reply.status(answer.status).send(answer.body);
  const etag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 22)}"`;
  reply.header('ETag', etag);
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send();
  return reply.send(answer.body);
}

function split(url: string): [path: string, query: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)];
}
