/** Words of the API. */
export const ROLES = ['administrator', 'editor', 'broadcast', 'author'] as const;

export type Role = (typeof ROLES)[number];

export const roleNames: Record<Role, string> = {
  administrator: 'администратор',
  editor: 'редактор',
  broadcast: 'эфир',
  author: 'автор',
};

/** Said where a role is chosen; what it follows from: `roles` of each route in `api/`. */
export const roleRights: Record<Role, string> = {
  administrator: 'Всё, вместе с командой, копиями и проверкой сайта.',
  editor: 'Всё, кроме команды, копий и проверки сайта.',
  broadcast:
    'Пульт эфира, срочное сообщение, трансляция, голосование, программа, показ итогов. Новости, тексты и баллы не меняет.',
  author: 'Только свои черновики новостей. Публикует их редактор.',
};

export const ADMINISTRATORS: readonly Role[] = ['administrator'];
export const EDITORS: readonly Role[] = ['administrator', 'editor'];
/** Of the broadcast and the vote. */
export const OPERATORS: readonly Role[] = ['administrator', 'editor', 'broadcast'];
export const WRITERS: readonly Role[] = ['administrator', 'editor', 'author'];

/** Acts on articles: an author sees only their own and changes only drafts of these. */
export interface Actor {
  username: string;
  role: Role;
}

/** Sees and changes every article. */
export function isEditor(role: Role): boolean {
  return EDITORS.includes(role);
}
