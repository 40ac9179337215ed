import { KIND_WORDS, type Kind, STATUS_WORDS } from './kinds.ts';

/** A text that an import brings or changes. */
export interface Brought {
  key: string;
  kind: Kind;
  title: string;
  date?: string | null | undefined; // YYYY-MM-DD
  status?: keyof typeof STATUS_WORDS | undefined;
  isNew: boolean;
}

/** «страница, 2024-05-14, черновик, изменится» */
export function broughtWords({ kind, date, status = 'published', isNew }: Brought): string {
  const words = [KIND_WORDS[kind].nominative, date, STATUS_WORDS[status], isNew ? '' : 'изменится'];
  return words.filter(Boolean).join(', ');
}
