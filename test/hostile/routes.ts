import type { FastifyInstance } from 'fastify';
import { openRoutes } from '../../nouns.ts';

export interface Route {
  method: string;
  pattern: string;
}

/**
 * Every route that the application has registered, from its own table: a tree in which each line continues the one it hangs
 * on. Only the tree of common prefixes tells where routes with a `*` begin.
 */
export function liveRoutes(app: FastifyInstance, commonPrefix = false): Route[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \(([^)]+)\))?/.exec(line) ?? [];
      above.splice(indent.length / INDENT, above.length, part);
      const pattern = above.join('');
      return methods
        .split(', ')
        .filter(Boolean)
        .map((method) => ({ method, pattern }));
    });
}

const INDENT = '│   '.length;

const OPEN = [...openRoutes, '/api/live', '/api/openapi.json'];

export function isClosed({ method, pattern }: Route): boolean {
  const isOpen = OPEN.includes(pattern) && (pattern.startsWith('/api/auth/') || isRead(method));
  return pattern.startsWith('/api/') && !isOpen;
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
