import { rolesOfRoutes } from './nouns.ts';
import { ADMINISTRATORS, EDITORS, type Role } from './roles.ts';

/**
 * Who may call which route that needs a token. Nouns declare theirs in `nouns/`; here stand those of none. What an author
 * may do with one article is decided in `model/articles/row.ts`.
 */
const access: Record<string, readonly Role[]> = {
  ...rolesOfRoutes,

  // Of an editor without the lines of administration
  'GET /api/admin/journal': EDITORS,
  'GET /api/admin/journal/people': EDITORS,
  'POST /api/admin/journal/:id/revert': EDITORS,
  'GET /api/admin/first-run': ADMINISTRATORS,
  'PUT /api/admin/first-run': ADMINISTRATORS,
  'GET /api/admin/doctor': ADMINISTRATORS,
  'GET /api/admin/backup': ADMINISTRATORS,
  'POST /api/admin/backup': ADMINISTRATORS,
  'POST /api/admin/backup/check': ADMINISTRATORS,
};

export const declaredRoutes = Object.keys(access);

/** Roles that may call a closed route, `pattern` as it is registered; HEAD is GET. Administrators when it is declared nowhere. */
export function rolesFor(method: string, pattern: string): readonly Role[] {
  return access[`${method === 'HEAD' ? 'GET' : method} ${pattern}`] ?? ADMINISTRATORS;
}
