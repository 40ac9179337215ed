import type { FastifyRequest } from 'fastify';

/** `chosen`: answers for any value that a caller may choose, such as a tag; known values and invented ones share its room. */
export type Partition = 'pages' | 'articles' | 'lists' | 'views' | 'panel' | 'chosen';

export interface CacheKey {
  target: string;
  partition: Partition;
  endsWithVote?: boolean; // may contain the voting address: never sent as stale once the vote is closed
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A string is the partition of a fixed URL. */
    cached?: Partition | ((request: FastifyRequest) => CacheKey | undefined);
  }
  interface FastifyRequest {
    cacheKey: CacheKey | undefined;
  }
}

/** Cache key of a request; independent of headers and URL spelling. Undefined if the response is not shared. */
export function cacheKeyOf(request: FastifyRequest): CacheKey | undefined {
  const { config, url = '' } = request.routeOptions;
  if (typeof config.cached !== 'string') return config.cached?.(request);
  return { target: url, partition: config.cached };
}
