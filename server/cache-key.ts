import type { FastifyRequest } from 'fastify';
import { originOf } from './origin.ts';
import { listedQuery, splitTarget } from './target.ts';

/** Characters of an address that is kept: no page, cursor or route of ours has a longer one. */
const MAX_TARGET = 300;
/** Without PUBLIC_URL the Host header names the site: so many of them are kept, others are rendered each time. */
const MAX_ORIGINS = 8;

/** Tells under which name the answer to a request is kept: origin, path and the query that counts; undefined when it is not. */
export function createKeys(publicUrl: string | undefined): (request: FastifyRequest) => string | undefined {
  const origins = new Set<string>();
  return (request) => {
    const { path, search } = splitTarget(request.url);
    const names = request.headers.authorization === undefined ? request.routeOptions.config.cached?.(path) : undefined;
    if (!names) return undefined;
    const origin = originOf(request, publicUrl);
    if (!origins.has(origin) && origins.size === MAX_ORIGINS) return undefined;
    const query = listedQuery(search, names);
    if (path.length + query.length > MAX_TARGET) return undefined;
    origins.add(origin);
    return `${origin} ${path}${query}`;
  };
}
