// No imports: the panel uses this file too.

/** Articles and pages share everything but lists and addresses. */
export type Kind = 'article' | 'page';

export interface ArticleKey {
  kind: Kind;
  slug: string;
}

/** Russian forms, all of feminine gender. */
export const KIND_WORDS = {
  article: { nominative: 'новость', genitive: 'новости', accusative: 'новость', instrumental: 'новостью' },
  page: { nominative: 'страница', genitive: 'страницы', accusative: 'страницу', instrumental: 'страницей' },
} as const;

export const STATUS_WORDS = { draft: 'черновик', scheduled: 'запланирована', published: 'опубликована' } as const;

export function articleKey(slug: string): ArticleKey {
  return { kind: 'article', slug };
}

/** «Новость» of «новость». */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Path on the site. */
export function publicPath({ kind, slug }: ArticleKey): string {
  return kind === 'page' ? `/${slug}` : `/news/${slug}`;
}

/** Where a page is linked: nowhere, in the footer, in «Ещё» of the menu, or in both. */
export const PAGE_PLACES = ['none', 'footer', 'menu', 'both'] as const;
export type PagePlace = (typeof PAGE_PLACES)[number];

/** A text that an import creates or changes. */
export interface ImportedText {
  key: string;
  kind: Kind;
  title: string;
  date?: string | null | undefined; // YYYY-MM-DD
  status?: keyof typeof STATUS_WORDS | undefined;
  isNew: boolean;
}

/** «страница, 2024-05-14, черновик, изменится» */
export function importedWords({ kind, date, status = 'published', isNew }: ImportedText): string {
  const words = [KIND_WORDS[kind].nominative, date, STATUS_WORDS[status], isNew ? '' : 'изменится'];
  return words.filter(Boolean).join(', ');
}
