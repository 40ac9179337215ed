import { eachText, FIELD_NAMES, FIELDS, TEXT_NAMES, type TextName } from '../../../../../model/articles/fields.ts';
import type { PagePlace } from '../../../../../model/articles/kinds.ts';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { oneLine } from '../../../../../model/text/plain.ts';
import { slugify, tagSlug, withoutRepeats } from '../../../../../model/text/slug.ts';
import { canonicalHtml } from '../body/read-html.ts';

/** Edited fields of an article or page, blank where a page has none. Its status is not one: it has actions of its own. */
export interface Fields extends Record<TextName, string> {
  title: string;
  /** Empty: follows the title. */
  slug: string;
  /** Empty: day of publication. */
  date: string;
  /** In canonical form (`canonicalHtml`), so equal texts are equal strings. */
  content: string;
  tags: string;
  coverImageUrl: string | null;
  /** Planned time of a draft, or the time of a scheduled article; null once published. */
  publishAt: string | null;
  expiresAt: string | null;
  group: number | null;
  place: PagePlace;
}

export type FieldName = keyof Fields;

const EDITED: readonly FieldName[] = [...FIELD_NAMES, 'group', 'place'];

export function labelOf(name: FieldName): string {
  if (name === 'group') return 'Группа';
  return name === 'place' ? 'Место' : FIELDS[name].label;
}

export function namesOf(names: readonly FieldName[]): string {
  return names.map((name) => labelOf(name).toLowerCase()).join(', ');
}

type Stored = Pick<AdminArticle, FieldName | 'dateFollows' | 'status' | 'plannedAt'>;
type StoredAny = Partial<Stored> & Pick<AdminArticle, 'title' | 'slug' | 'content' | 'status' | 'newSlug'>;

/** `known`: text in canonical form, not parsed again if it equals the stored one. */
export function fieldsOf(article: StoredAny, known?: string): Fields {
  const { title, slug, content, coverImageUrl = null, expiresAt = null, group = null } = article;
  const publishAt = { draft: article.plannedAt, scheduled: article.publishAt, published: null }[article.status] ?? null;
  // Fixed once published.
  const date = (article.dateFollows && article.status !== 'published') || !article.date ? '' : article.date;
  return {
    ...{ title, slug: article.newSlug ?? slug, date, content: content === known ? content : canonicalHtml(content) },
    ...eachText((_field, name) => article[name] ?? ''),
    tags: (article.tags ?? []).join(', '),
    ...{ coverImageUrl, publishAt, expiresAt, group, place: article.place ?? 'none' },
  };
}

export function blankFields(): Fields {
  return fieldsOf({ title: '', slug: '', content: '', status: 'draft' });
}

export function changedFields(before: Fields, after: Fields): FieldName[] {
  return EDITED.filter((name) => trimmed(before, name) !== trimmed(after, name));
}

/** Between two stored versions, if the later one were as public as the earlier. */
export function changesOf(before: AdminArticle, after: AdminArticle): FieldName[] {
  const names = changedFields(fieldsOf(before), fieldsOf({ ...after, status: before.status }));
  return names.filter((name) => name !== 'date' || !before.dateFollows);
}

/** `changedFields` without what the server only normalises: lines, slugs, tags. */
export function differing(typed: Fields, stored: Fields): FieldName[] {
  return changedFields(typed, stored).filter((name) => normalized(typed, name) !== normalized(stored, name));
}

function normalized(fields: Fields, name: FieldName): Fields[FieldName] {
  if (name === 'slug') return slugify(fields.slug);
  if (name === 'tags') return withoutRepeats(tagList(fields.tags)).map(tagSlug).join();
  return TRIMMED.includes(name) ? oneLine(String(fields[name])) : fields[name];
}

const TRIMMED: readonly FieldName[] = ['title', ...TEXT_NAMES];

/** The server trims these: while typing, a trailing space is no change. */
function trimmed(fields: Fields, name: FieldName): Fields[FieldName] {
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

/** As the API takes it. An empty date follows the publication; sent empty for a published article, it becomes today. The time is `plannedAt` of a draft, `publishAt` of a scheduled article. */
export function apiForm(
  { date, tags, publishAt, ...rest }: Partial<Fields>,
  article: AdminArticle | null,
  status = article?.status ?? 'draft',
): object {
  const isFollowing = date === '' && article?.status !== 'published';
  return {
    ...rest,
    ...(tags !== undefined && { tags: tagList(tags) }),
    ...(date !== undefined && (isFollowing ? { dateFollows: true } : { date })),
    ...(publishAt !== undefined && status === 'draft' && { plannedAt: publishAt }),
    ...(publishAt !== undefined && status === 'scheduled' && { publishAt }),
  };
}
