import { confirmedRoutes, rolesOfRoutes } from './nouns.ts';
import { ADMINISTRATORS, EDITORS, NIGHT, type Role } from './roles.ts';

/**
 * Roles by route, for routes that need a token. Nouns declare theirs in `nouns/`, the routes of no noun stand here. Rights of an
 * author on one article: `model/articles/row.ts`.
 */
const access: Record<string, readonly Role[]> = {
  ...rolesOfRoutes,

  // Editors get it without entries of administration, the broadcast with those of the night only
  'GET /api/admin/journal': NIGHT,
  'GET /api/admin/journal/people': EDITORS,
  'POST /api/admin/journal/:id/revert': EDITORS,
  'GET /api/admin/viewers': NIGHT,
  'GET /api/admin/desk': NIGHT,
  'GET /api/admin/first-run': ADMINISTRATORS,
  'PUT /api/admin/first-run': ADMINISTRATORS,
  'GET /api/admin/doctor': ADMINISTRATORS,
  'GET /api/admin/backup': ADMINISTRATORS,
  'POST /api/admin/backup': ADMINISTRATORS,
  'POST /api/admin/backup/check': ADMINISTRATORS,
};

export const declaredRoutes = Object.keys(access);

/** Whether a route asks for one's own password again, `pattern` as it is registered. */
export function needsConfirmation(method: string, pattern: string): boolean {
  return confirmedRoutes.includes(`${method} ${pattern}`);
}

/** Roles that may call a closed route, `pattern` as it is registered; HEAD is GET. An undeclared one is for administrators. */
export function rolesFor(method: string, pattern: string): readonly Role[] {
  return access[`${method === 'HEAD' ? 'GET' : method} ${pattern}`] ?? ADMINISTRATORS;
}
