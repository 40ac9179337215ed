import type { FastifyRequest } from 'fastify';

/** Kinds of cached responses. Each has memory of its own, so that no kind can evict another. */
export type Partition = 'pages' | 'articles' | 'lists' | 'views' | 'panel';

/** Names a response that is the same for every visitor. */
export interface CacheKey {
  /** Path and query in their one spelling: route, decoded parameters, validated query. */
  target: string;
  partition: Partition;
  /** It may name the voting address: it is never sent as stale once the vote is closed. */
  endsWithVote?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The cache key of a request; undefined when its response is made for it alone. A text is the partition of a fixed address. */
    cached?: Partition | ((request: FastifyRequest) => CacheKey | undefined);
    /** Administrators with a valid token get a response of their own. */
    knowsAdmins?: boolean;
  }
  interface FastifyRequest {
    cacheKey: CacheKey | undefined;
  }
}

/** The cache key of a request. Its Host, its other headers and its spelling do not count. */
export function cacheKeyOf(request: FastifyRequest): CacheKey | undefined {
  const { config, url = '' } = request.routeOptions;
  if (typeof config.cached !== 'string') return config.cached?.(request);
  return { target: url, partition: config.cached };
}
