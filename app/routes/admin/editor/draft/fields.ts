import type { PagePlace } from '../../../../../model/articles/kinds.ts';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { sameSpelling } from '../body/read-html.ts';

/** Edited fields of an article or page, blank where a page has none. Its status is not one: it has actions of its own. */
export interface Fields {
  title: string;
  /** Empty: follows the title. */
  slug: string;
  /** Empty: day of publication. */
  date: string;
  /** In canonical form (`sameSpelling`), so equal texts are equal strings. */
  content: string;
  /** Own excerpt; empty: the beginning of the text. */
  lead: string;
  /** Empty: the title. */
  socialTitle: string;
  /** Empty: that of the site. */
  ageMark: string;
  /** Separated by commas. */
  tags: string;
  coverImageUrl: string | null;
  coverAlt: string;
  /** Of a draft the planned time, of a scheduled article its own; null once published. */
  publishAt: string | null;
  expiresAt: string | null;
  group: number | null;
  /** Of a page. */
  place: PagePlace;
}

export type FieldName = keyof Fields;

export const FIELD_LABELS: Record<FieldName, string> = {
  title: 'Заголовок',
  slug: 'Адрес',
  date: 'Дата',
  content: 'Текст',
  lead: 'Анонс',
  socialTitle: 'Название для соцсетей',
  ageMark: 'Возрастная отметка',
  tags: 'Теги',
  coverImageUrl: 'Обложка',
  coverAlt: 'Описание обложки',
  publishAt: 'Время публикации',
  expiresAt: 'Время снятия',
  group: 'Группа',
  place: 'Место',
};
const FIELD_NAMES = Object.keys(FIELD_LABELS) as FieldName[];

type Stored = Pick<AdminArticle, FieldName | 'dateFollows' | 'status' | 'plannedAt'>;
/** Pages have fewer fields. */
type StoredAny = Partial<Stored> & Pick<Stored, 'title' | 'slug' | 'content' | 'status'>;

/** `known`: a text in canonical form, not parsed once more where it is what was stored. */
export function fieldsOf(article: StoredAny, known?: string): Fields {
  const { title, slug, content, coverImageUrl = null, coverAlt = '', expiresAt = null, group = null } = article;
  const publishAt = { draft: article.plannedAt, scheduled: article.publishAt, published: null }[article.status] ?? null;
  // Fixed once published.
  const date = (article.dateFollows && article.status !== 'published') || !article.date ? '' : article.date;
  const [lead, socialTitle] = [article.lead ?? '', article.socialTitle ?? ''];
  const texts = {
    title,
    slug,
    date,
    content: content === known ? content : sameSpelling(content),
    lead,
    socialTitle,
    ageMark: article.ageMark ?? '',
    tags: (article.tags ?? []).join(', '),
  };
  return { ...texts, coverImageUrl, coverAlt, publishAt, expiresAt, group, place: article.place ?? 'none' };
}

export function blankFields(): Fields {
  return {
    title: '',
    slug: '',
    date: '',
    content: '',
    lead: '',
    socialTitle: '',
    ageMark: '',
    tags: '',
    coverImageUrl: null,
    coverAlt: '',
    publishAt: null,
    expiresAt: null,
    group: null,
    place: 'none',
  };
}

export function changedFields(before: Fields, after: Fields): FieldName[] {
  return FIELD_NAMES.filter((name) => meaning(before, name) !== meaning(after, name));
}

const TRIMMED: FieldName[] = ['title', 'lead', 'socialTitle', 'coverAlt'];

/** The server trims these: while typing, a trailing space is no change. */
function meaning(fields: Fields, name: FieldName): Fields[FieldName] {
  const value = fields[name];
  if (name === 'tags') return tagList(fields.tags).join();
  return TRIMMED.includes(name) && typeof value === 'string' ? value.trim() : value;
}

/** «Финал, жюри» → ['Финал', 'жюри']. */
export function tagList(typed: string): string[] {
  return typed
    .split(',')
    .map((title) => title.trim())
    .filter(Boolean);
}

export function pick(fields: Fields, names: readonly FieldName[]): Partial<Fields> {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
