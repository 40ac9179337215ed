import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { isAway } from '../../db/errors.ts';
import type { Limit } from '../../model/limit.ts';
import type { CacheKey } from '../cache/key.ts';
import { compressOnce, POLICY_SOURCES } from '../cache/response.ts';
import { originOf, policySources } from '../origin.ts';
import { pageKey, plainPath, splitTarget } from '../url.ts';
import { keepView } from '../view-choices.ts';
import { kindOf, policyFor, takeMarks } from './csp.ts';

/** `target` is path and query on `origin`. */
export type RenderPage = (page: { origin: string; target: string }) => Promise<PageAnswer>;

export interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The `nonce` of the inline scripts and styles that the code itself put there. */
  mark: string;
  /** What went wrong while it was made. */
  failed?: unknown[];
}

interface Options {
  config: Config;
  renderPage: RenderPage;
  assetsDir?: string | undefined;
  /** Limits the compression of what is not kept. */
  compressing: Limit;
}

/** The files of the browser's build and every page. Anything that no other route took is a page, known or not. */
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
      // Never asked for again, and a font of a few bytes less is there a round trip earlier.
      cacheControl: false,
      etag: false,
      lastModified: false,
      setHeaders: (reply) => reply.header('Cache-Control', cacheControl),
    });
  }
  app.get('/*', { config: { cached: pageKeyOf } }, async (request, reply) => {
    const { path, search } = splitTarget(request.url);
    if (path.startsWith('/api/') || path === '/api') return reply.callNotFound();
    const plain = plainPath(path);
    if (plain !== undefined && plain !== path) return reply.redirect(plain + (search && `?${search}`), 308);
    const target = (request.cacheKey ?? pageKeyOf(request))?.target ?? path;
    const answer = await renderPage({ origin: originOf(request, config.publicUrl), target });
    request.failure = answer.failed?.[0];
    if (answer.status >= 500) request.refusal = isAway(request.failure) ? 'unavailable' : 'internal';
    const { location } = answer.headers;
    if (location) answer.headers.location = keepView(location, search);
    const page = takeMarks(answer);
    const policy = assetsDir ? policyFor(kindOf(path), page, POLICY_SOURCES, config) : OPEN_POLICY;
    answer.body = page.body;
    return send(request, reply, answer, policy, compressing);
  });
  // In an answer that the cache did not finish (a 404, the panel) the policy still has to name where its scripts come from.
  app.addHook('onSend', async (request, reply) => {
    const policy = reply.getHeader('Content-Security-Policy');
    if (typeof policy !== 'string') return;
    reply.header('Content-Security-Policy', policy.replace(POLICY_SOURCES, policySources(request, config.publicUrl)));
  });
}

/** While developing, scripts come from everywhere in the sources. */
const OPEN_POLICY = "object-src 'none'";

/** Addresses of the API that no route took are not pages. */
function pageKeyOf({ url }: FastifyRequest): CacheKey | undefined {
  return /^\/api(?:[/?]|$)/.test(url) ? undefined : pageKey(url);
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PageAnswer,
  policy: string,
  compressing: Limit,
): Promise<FastifyReply> {
  const { path } = splitTarget(request.url);
  reply.status(answer.status).headers(answer.headers);
  if (answer.headers['content-type']?.startsWith('text/html')) {
    reply.header('Content-Security-Policy', policy);
  }
  const isHidden = kindOf(path) === 'panel' || path.startsWith('/preview/');
  if (isHidden) reply.header('Cache-Control', 'no-store').header('X-Robots-Tag', 'noindex, nofollow');
  // Something was left out of it, or it says that it could not be made: nobody keeps that.
  const isWhole = answer.status < 500 && !answer.failed?.length;
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', isWhole ? 'no-cache' : 'no-store');
  if (answer.status >= 500) reply.header('Retry-After', '5');
  // The cache compresses what it keeps.
  if (request.cacheKey) return reply.send(answer.body);
  const { body, headers } = await compressing(() => compressOnce(answer.body, request.headers['accept-encoding']));
  return reply.headers(headers).send(body);
}
