import type { FastifyRequest } from 'fastify';

/** Kinds of kept answers. Each has room of its own, so that no kind can evict another. */
export type Room = 'pages' | 'articles' | 'lists' | 'views' | 'panel';

/** An answer that is the same for every visitor. */
export interface Shared {
  /** Path and query in their one spelling: route, decoded parameters, validated query. With the room it is the cache key. */
  target: string;
  room: Room;
  /** It may name the voting address: no last good copy of it is sent once the vote is closed. */
  endsWithVote?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which shared answer a request asks for; undefined when its own is made for it. A text is the room of a fixed address. */
    cached?: Room | ((request: FastifyRequest) => Shared | undefined);
    /** Administrators with a valid token get an answer of their own. */
    knowsAdmins?: boolean;
  }
  interface FastifyRequest {
    shared: Shared | undefined;
  }
}

/** Which shared answer a request asks for, whatever its Host, its other headers and its spelling are. */
export function sharedAnswer(request: FastifyRequest): Shared | undefined {
  const { config, url = '' } = request.routeOptions;
  if (typeof config.cached !== 'string') return config.cached?.(request);
  return { target: url, room: config.cached };
}
