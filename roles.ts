/** Words of the API. */
export const ROLES = ['administrator', 'editor', 'broadcast', 'author'] as const;

export type Role = (typeof ROLES)[number];

export const roleNames: Record<Role, string> = {
  administrator: 'администратор',
  editor: 'редактор',
  broadcast: 'эфир',
  author: 'автор',
};

/** Who acts on articles: an author sees what they created, and changes drafts of these. */
export interface Actor {
  username: string;
  role: Role;
}

/** Sees and changes every article. */
export function isEditor(role: Role): boolean {
  return role === 'administrator' || role === 'editor';
}
