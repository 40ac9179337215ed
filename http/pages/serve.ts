import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { isUnavailable } from '../../db/errors.ts';
import type { Limit } from '../../model/limit.ts';
import type { Unsaved } from '../../model/unsaved.ts';
import { compressOnce, POLICY_SOURCES } from '../cache/response.ts';
import { visitOf } from '../cache/send.ts';
import { originOf } from '../origin.ts';
import { policyFor, stripNonces } from '../security-headers.ts';
import { pageOf } from '../url.ts';
import { hidesSpoilers, readChoices, withChoices } from '../view-choices.ts';

export type RenderPage = (page: {
  origin: string;
  target: string;
  isPanel: boolean;
  unsaved?: Unsaved;
}) => Promise<PageAnswer>;

export interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  nonce: string; // nonce of our own inline scripts and styles
  failed?: unknown[];
}

interface Options {
  config: Config;
  renderPage: RenderPage;
  assetsDir?: string | undefined;
  compressing: Limit;
}

/** Serves the assets of the browser build and, at every other URL, pages (404 included). */
export async function servePages(
  app: FastifyInstance,
  { config, renderPage, assetsDir, compressing }: Options,
): Promise<void> {
  if (assetsDir) {
    const cacheControl = 'public, max-age=31536000, immutable';
    await app.register(fastifyStatic, {
      root: assetsDir,
      prefix: '/assets/',
      preCompressed: true,
      decorateReply: false,
      // Immutable files: validators would be wasted bytes.
      cacheControl: false,
      etag: false,
      lastModified: false,
      setHeaders: (reply) => reply.header('Cache-Control', cacheControl),
    });
  }
  app.decorateRequest('page', undefined);
  app.get('/*', { config: { cached: (request) => pageOf(request)?.key } }, async (request, reply) => {
    const page = pageOf(request);
    if (!page) return reply.callNotFound();
    const { redirect, search, target, kind, key, spoilerFree } = page;
    if (redirect !== undefined) return reply.redirect(redirect + (search && `?${search}`), 308);
    if (spoilerFree !== undefined) return reply.header('Cache-Control', 'no-store').redirect(spoilerFree, 302);
    const isPanel = key?.partition === 'panel';
    const answer = await renderPage({ origin: originOf(request, config.publicUrl), target, isPanel });
    request.failure = answer.failed?.[0];
    if (answer.status >= 500) request.refusal = isUnavailable(request.failure) ? 'unavailable' : 'internal';
    const { location } = answer.headers;
    if (location) answer.headers.location = withChoices(location, readChoices(search));
    const stripped = stripNonces(answer);
    const sources = request.cacheKey ? POLICY_SOURCES : visitOf(request, config.publicUrl).sources;
    const policy = assetsDir ? policyFor(kind, stripped, sources, config) : OPEN_POLICY;
    answer.body = stripped.body;
    return send(request, reply, answer, policy, compressing);
  });
}

const OPEN_POLICY = "object-src 'none'"; // in development scripts have no common path

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PageAnswer,
  policy: string,
  compressing: Limit,
): Promise<FastifyReply> {
  reply.status(answer.status).headers(answer.headers);
  if (answer.headers['content-type']?.startsWith('text/html')) {
    reply.header('Content-Security-Policy', policy);
  }
  if (request.page?.isHidden) reply.header('Cache-Control', 'no-store').header('X-Robots-Tag', 'noindex, nofollow');
  else if (hidesSpoilers(request.page?.search ?? '')) reply.header('X-Robots-Tag', 'noindex');
  const isWhole = answer.status < 500 && !answer.failed?.length;
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', isWhole ? 'no-cache' : 'no-store');
  if (answer.status >= 500) reply.header('Retry-After', '5');
  if (request.cacheKey) return reply.send(answer.body);
  const { body, headers } = await compressing(() => compressOnce(answer.body, request.headers['accept-encoding']));
  return reply.headers(headers).send(body);
}
