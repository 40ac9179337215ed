import type { Generated } from 'kysely';
import { AGE_MARKS } from '../settings/age-marks.ts';

/** Maximum lengths in characters, and number of tags. */
export const MAX_TITLE = 300;
export const MAX_CONTENT = 20 * 1024 * 1024; // embedded `data:` images included
export const MAX_TAG = 60;
export const MAX_TAGS = 10; // of one article

interface Field {
  label: string; // In forms, messages and comparisons
  column: string; // In `articles` and `revisions`
}

/** A single-line text. Its entry defines saving, versions, comparison, duplicates, API and the panel's drafts. */
interface TextField extends Field {
  blank: '' | null; // Value if none is given
  max: number; // In characters
  oneOf?: readonly string[]; // Allowed values besides an empty one
  about: string; // Description in the OpenAPI document
  isSearched?: true; // Indexed by the panel's search
  /** Stands below the title: in the editor, on the page, and before the excerpt in feeds and descriptions. */
  isUnderTitle?: true;
  isHarmless?: true; // Shown on spoiler-free pages, where other fields are blank
}

/** Fields of an article's versions, in the order of comparisons. Only `TextField`s are handled generically. */
export const FIELDS = {
  title: { label: 'Заголовок', column: 'title' },
  subtitle: {
    label: 'Подзаголовок',
    column: 'subtitle',
    blank: '',
    max: 200,
    about: 'One line below the title; empty for none',
    isSearched: true,
    isUnderTitle: true,
  },
  slug: { label: 'Адрес', column: 'slug' },
  date: { label: 'Дата', column: 'date' },
  content: { label: 'Текст', column: 'content' },
  lead: {
    label: 'Анонс',
    column: 'own_lead',
    blank: null,
    max: 300,
    about: 'Own excerpt, plain text; null when there is none',
    isSearched: true,
  },
  socialTitle: {
    label: 'Название для соцсетей',
    column: 'social_title',
    blank: null,
    max: 200,
    about: 'Title for social networks (`og:title`); null for the title itself',
  },
  ageMark: {
    label: 'Возрастная отметка',
    column: 'age_mark',
    blank: null,
    max: 3,
    oneOf: AGE_MARKS,
    about: '`0+`, `6+`, `12+`, `16+` or `18+`; null for none of its own',
    isHarmless: true,
  },
  tags: { label: 'Теги', column: 'tags' },
  coverImageUrl: { label: 'Обложка', column: 'cover_image_url' },
  coverAlt: {
    label: 'Описание обложки',
    column: 'cover_alt',
    blank: '',
    max: 300,
    about: 'What the cover shows; empty when nobody said',
  },
  publishAt: { label: 'Время публикации', column: 'publish_at' },
  expiresAt: { label: 'Время снятия', column: 'expires_at' },
} as const satisfies Record<string, Field | TextField>;

export type Column = (typeof FIELDS)[keyof typeof FIELDS]['column'];

export const FIELD_NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
export const COLUMNS: readonly Column[] = FIELD_NAMES.map((name) => FIELDS[name].column);

export type TextName = {
  [N in keyof typeof FIELDS]: (typeof FIELDS)[N] extends TextField ? N : never;
}[keyof typeof FIELDS];

export type Texts = { [N in TextName]: string | (typeof FIELDS)[N]['blank'] };
export type TextColumns = { [N in TextName as (typeof FIELDS)[N]['column']]: Texts[N] };
type Given<T> = { [K in keyof T]?: T[K] | undefined };

declare module '../../db/tables.ts' {
  interface ArticleTable extends TextColumnTypes {}
  interface RevisionTable extends TextColumnTypes {}
}

/** Columns with a default are never null. */
type TextColumnTypes = {
  [C in keyof TextColumns]: null extends TextColumns[C] ? TextColumns[C] : Generated<TextColumns[C]>;
};

export const TEXT_NAMES = FIELD_NAMES.filter((name): name is TextName => 'blank' in FIELDS[name]);

export const UNDER_TITLE = TEXT_NAMES.filter((name) => textField(name).isUnderTitle);
export const SEARCHED_COLUMNS = TEXT_NAMES.filter((name) => textField(name).isSearched).map(
  (name) => FIELDS[name].column,
);

export function textField(name: TextName): TextField {
  return FIELDS[name];
}

/** Maps each text field. */
export function eachText<T>(make: (field: TextField, name: TextName) => T): Record<TextName, T> {
  return Object.fromEntries(TEXT_NAMES.map((name) => [name, make(textField(name), name)])) as Record<TextName, T>;
}

/** Texts of a row of either table, as in the API. */
export function textsOf(row: TextColumns): Texts {
  return eachText(({ column }) => row[column as keyof TextColumns]) as Texts;
}

/** Columns of the given texts. */
export function textColumns(given: Given<Texts>): Partial<TextColumns> {
  const names = TEXT_NAMES.filter((name) => given[name] !== undefined);
  return Object.fromEntries(names.map((name) => [FIELDS[name].column, given[name]]));
}

/** The given texts, blank where missing. */
export function withBlankTexts(given: Given<Texts>): Texts {
  return eachText(({ blank }, name) => given[name] ?? blank) as Texts;
}

export function harmlessTexts(texts: Texts): Texts {
  return eachText(({ isHarmless, blank }, name) => (isHarmless ? texts[name] : blank)) as Texts;
}

/** One-line description of an article for programs: the text below its title, then its excerpt. */
export function descriptionOf(article: Texts & { excerpt: string }): string {
  const texts = [...textsUnderTitle(article), article.lead ?? article.excerpt].filter(Boolean);
  return texts.map((text, at) => (at === texts.length - 1 || /\p{P}$/u.test(text) ? text : `${text}.`)).join(' ');
}

export function textsUnderTitle(texts: Texts): string[] {
  return UNDER_TITLE.flatMap((name) => texts[name] || []);
}
