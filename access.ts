import type { Role } from './roles.ts';

const ALL: readonly Role[] = ['administrator', 'editor', 'broadcast', 'author'];
const WRITERS: readonly Role[] = ['administrator', 'editor', 'author'];
const EDITORS: readonly Role[] = ['administrator', 'editor'];
const NIGHT: readonly Role[] = ['administrator', 'editor', 'broadcast'];
const ADMINISTRATORS: readonly Role[] = ['administrator'];

/**
 * Who may call which route that needs a token; HEAD is GET. A route that is missing here is for administrators, and
 * `test/security/roles.test.ts` names it. What an author may do with one article is decided in `model/articles/row.ts`.
 */
const access: Record<string, readonly Role[]> = {
  // Oneself
  'GET /api/auth/verify': ALL,
  'POST /api/auth/logout': ALL,
  'GET /api/admin/me': ALL,
  'PUT /api/admin/me/password': ALL,
  'GET /api/admin/me/totp': ALL,
  'POST /api/admin/me/totp': ALL,
  'PUT /api/admin/me/totp': ALL,
  'POST /api/admin/me/totp/off': ALL,
  'GET /api/admin/sessions': ALL,
  'DELETE /api/admin/sessions/:id': ALL,

  // News
  'GET /api/admin/news': WRITERS,
  'GET /api/admin/news-counts': WRITERS,
  'GET /api/admin/news-plan': EDITORS,
  'POST /api/admin/news': WRITERS,
  'GET /api/admin/news/:slug': WRITERS,
  'PUT /api/admin/news/:slug': WRITERS,
  'DELETE /api/admin/news/:slug': WRITERS,
  'POST /api/admin/news/:slug/duplicate': WRITERS,
  'PUT /api/admin/news/:slug/pin': EDITORS,
  'DELETE /api/admin/news/:slug/pin': EDITORS,
  'PUT /api/admin/news/:slug/presence': WRITERS,
  'GET /api/admin/news/:slug/presence': WRITERS,
  'DELETE /api/admin/news/:slug/presence': WRITERS,
  'POST /api/admin/news/:slug/preview': WRITERS,
  'DELETE /api/admin/news/:slug/preview': WRITERS,
  'GET /api/admin/news/:slug/revisions': WRITERS,
  'GET /api/admin/news/:slug/revisions/:version': WRITERS,
  'POST /api/admin/news/:slug/revisions/:version/restore': WRITERS,
  'GET /api/admin/bin': WRITERS,
  'POST /api/admin/bin/:id/restore': WRITERS,
  'DELETE /api/admin/bin/:id': EDITORS,
  'POST /api/admin/preview/article': WRITERS,
  'GET /api/admin/groups': EDITORS,
  'POST /api/admin/groups': EDITORS,
  'PUT /api/admin/groups/:id': EDITORS,
  'DELETE /api/admin/groups/:id': EDITORS,

  // Images. The library names the articles that show an image, drafts of others among them.
  'POST /api/upload': WRITERS,
  'GET /api/admin/images': EDITORS,
  'PUT /api/admin/images/:name': EDITORS,
  'POST /api/admin/images/:name/replace': EDITORS,
  'DELETE /api/admin/images/:name': EDITORS,

  // The site. The open GETs answer these roles with what is stored, all others with what the public may see.
  'GET /api/watch-settings': NIGHT,
  'GET /api/vote-settings': NIGHT,
  'GET /api/site-content': EDITORS,
  'GET /api/partners': EDITORS,
  'PUT /api/watch-settings': NIGHT,
  'PUT /api/vote-settings': NIGHT,
  'PUT /api/site-content': EDITORS,
  'POST /api/admin/preview/site-content': EDITORS,
  'POST /api/admin/partners': EDITORS,
  'PUT /api/admin/partners/order': EDITORS,
  'PUT /api/admin/partners/:id': EDITORS,
  'DELETE /api/admin/partners/:id': EDITORS,
  'GET /api/admin/redirects': EDITORS,
  'POST /api/admin/redirects': EDITORS,
  'POST /api/admin/redirects/import': EDITORS,
  'PUT /api/admin/redirects/:id': EDITORS,
  'DELETE /api/admin/redirects/:id': EDITORS,
  'GET /api/admin/former-addresses': EDITORS,
  'DELETE /api/admin/former-addresses/:slug': EDITORS,

  // Audit log; an editor's is without the lines of administration
  'GET /api/admin/journal': EDITORS,
  'GET /api/admin/journal/people': EDITORS,
  'POST /api/admin/journal/:id/revert': EDITORS,

  // Administration
  'GET /api/admin/admins': ADMINISTRATORS,
  'POST /api/admin/admins': ADMINISTRATORS,
  'DELETE /api/admin/admins/:id': ADMINISTRATORS,
  'PUT /api/admin/admins/:id/password': ADMINISTRATORS,
  'PUT /api/admin/admins/:id/role': ADMINISTRATORS,
  'DELETE /api/admin/admins/:id/totp': ADMINISTRATORS,
  'GET /api/admin/invitations': ADMINISTRATORS,
  'POST /api/admin/invitations': ADMINISTRATORS,
  'DELETE /api/admin/invitations/:id': ADMINISTRATORS,
  'GET /api/admin/first-run': ADMINISTRATORS,
  'PUT /api/admin/first-run': ADMINISTRATORS,
  'GET /api/admin/doctor': ADMINISTRATORS,
  'GET /api/admin/alerts': ADMINISTRATORS,
  'POST /api/admin/alerts/test': ADMINISTRATORS,
  'GET /api/admin/backup': ADMINISTRATORS,
  'POST /api/admin/backup': ADMINISTRATORS,
  'POST /api/admin/backup/check': ADMINISTRATORS,
};

export const declaredRoutes = Object.keys(access);

/** Roles that may call a closed route; `pattern` as it is registered, `/api/admin/news/:slug`. */
export function rolesFor(method: string, pattern: string): readonly Role[] {
  return access[`${method === 'HEAD' ? 'GET' : method} ${pattern}`] ?? ADMINISTRATORS;
}
