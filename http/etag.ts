import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    conditional?: boolean; // The route honours `If-Match`; its description says so
  }
}

/** Sets the version as a strong ETag; `form` distinguishes representations of one version. */
export function setVersion(reply: FastifyReply, version: number, form?: string): void {
  reply.header('ETag', form === undefined ? `"${version}"` : `"${version}-${form}"`);
}

/** Versions in `If-Match` (RFC 9110, 13.1.1) without suffixes; undefined for `*` or none. Only for routes marked `conditional`. */
export function expectedVersions(request: FastifyRequest): number[] | undefined {
  const { config, method, url } = request.routeOptions;
  if (!config.conditional) throw new Error(`${method} ${url} honours If-Match and is not marked conditional`);
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').flatMap((tag) => {
    const [, version] = /^\s*(?:W\/)?"(0|[1-9]\d{0,14})(?:[-;]{1,2}\w+)*"\s*$/.exec(tag) ?? [];
    return version === undefined ? [] : [Number(version)];
  });
}

const MAX_KNOWN = 1024; // characters of `If-None-Match`: a browser sends one tag, a cache a few

/** Whether `If-None-Match` names `tag` (weak, RFC 9110, 13.1.2; suffixes ignored). A long header is ignored. */
export function hasTag({ 'if-none-match': known }: IncomingHttpHeaders, tag: string): boolean {
  if (!known || known.length > MAX_KNOWN) return false;
  return known
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\/|"|-(br|gzip)(?="$)/g, '') === tag);
}

/** Sends a handler's result with the first status declared by its route, and its `version` as the ETag. */
export function answerAsDeclared(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ routeOptions }, reply) => {
    const [status = '200'] = Object.keys(routeOptions.schema?.response ?? {});
    if (status !== '200') reply.status(Number(status));
  });
  app.addHook('preSerialization', async (_request, reply, payload: { version?: unknown } | null) => {
    if (typeof payload?.version === 'number' && reply.statusCode < 400) setVersion(reply, payload.version);
    return payload;
  });
}
