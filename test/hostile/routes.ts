import type { FastifyInstance } from 'fastify';
import type { Role } from '../../roles.ts';
import type { Caller } from '../rig/app.ts';

export type Route = Record<'method' | 'pattern', string>;
export const keyOf = ({ method, pattern }: Route) => `${method} ${pattern}`;

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

/** Routes of the API that answer without a token. Said once more, so that none is opened by mistake. */
const OPEN = [
  ...['/api/auth/invitation', '/api/auth/login', '/api/auth/link', '/api/live', '/api/openapi.json'],
  ...['/api/news', '/api/news/:slug', '/api/partners', '/api/pages', '/api/pages/:slug', '/api/search'],
  ...['/api/editions', '/api/editions/:slug'],
  ...['/api/programme', '/api/programme/:id/chapters', '/api/stage', '/api/results', '/api/results/:id'],
  ...['/api/vote-settings', '/api/watch-settings', '/api/urgent', '/api/site-content'],
];

export function isClosed({ method, pattern }: Route): boolean {
  const isOpen = OPEN.includes(pattern) && (pattern.startsWith('/api/auth/') || isRead(method));
  return pattern.startsWith('/api/') && !isOpen;
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Who may call a route, and whether it asks for one's own password again: by the description of the API. */
export async function readRights(visitor: Caller) {
  const { paths } = (await visitor('GET', '/api/openapi.json')).json();
  return ({ method, pattern }: Route): { roles?: Role[]; asksPassword: boolean } => {
    const operation = paths[pattern.replace(/:(\w+)/g, '{$1}')]?.[method.replace('HEAD', 'GET').toLowerCase()];
    return { roles: operation?.['x-roles'], asksPassword: operation?.['x-asks-password'] === true };
  };
}
