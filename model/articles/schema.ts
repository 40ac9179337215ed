import { z } from 'zod';
import { LOST_THINGS } from '../body/losses.ts';
import { address, dayOf, filledLine, line, markup, moment, rowId, text, toggle } from '../fields.ts';
import { tagSlug, withoutRepeats } from '../text/slug.ts';
import { eachText, FIELDS, MAX_CONTENT, MAX_TAG, MAX_TAGS, MAX_TITLE, type TextName, type Texts } from './fields.ts';
import type { PagePlace } from './kinds.ts';

export const articleStatuses = ['draft', 'scheduled', 'published'] as const;
export const NO_SUCH_STATUS = 'Состояние: новость бывает черновиком, запланированной или опубликованной.';

const textsOut = eachText(({ blank, about }) =>
  (blank === null ? z.string().nullable() : z.string()).describe(about),
) as { [N in TextName]: z.ZodType<Texts[N]> };

/** `version` is the ETag. */
export const articleSchema = z.object({
  slug: z.string(),
  title: z.string(),
  date: z.string().describe('YYYY-MM-DD'),
  content: z.string().describe('Sanitised HTML'),
  coverImageUrl: z.string().nullable(),
  ...textsOut,
  tags: z.array(z.string()).describe('Titles'),
  excerpt: z.string().describe('The first 120 characters of the lead, or of the text'),
  status: z.enum(articleStatuses),
  publishAt: z.string().nullable().describe('ISO 8601, UTC'),
  expiresAt: z.string().nullable().describe('ISO 8601, UTC'),
  updatedAt: z.string().describe('ISO 8601, UTC'),
  version: z.number().int(),
});

export const articleCardSchema = articleSchema.omit({ content: true });

export const adminArticleSchema = articleSchema.extend({
  id: z.number().int(),
  plannedAt: z.string().nullable().describe('For drafts: planned time of publication, which is not automatic'),
  dateFollows: z.boolean().describe('The date is the day of publication, until one is given'),
  group: z.number().int().nullable().describe('At most one article of a group is published or scheduled'),
  pinned: z.boolean().describe('On top of the lists while public; at most one article'),
  hasDraft: z.boolean().describe('Has unpublished changes: `GET …/draft`'),
  reviewAt: z.string().nullable().describe('For drafts: when the author requested publication. ISO 8601, UTC'),
  reviewNote: z.string().describe('Note to the request'),
  createdBy: z.string().nullable().describe('Username'),
  updatedBy: z.string().nullable().describe('Username'),
});

export const savedArticleSchema = adminArticleSchema.extend({
  removed: z
    .array(z.object({ what: z.enum(LOST_THINGS), count: z.number().int() }))
    .optional()
    .describe('Content removed from the body; an embed leaves a link to its URL. Absent if nothing was removed'),
});

const textsIn = eachText(({ label, max, oneOf, blank }) => {
  const given = oneOf
    ? z.enum(['', ...oneOf], `${label}: одна из ${oneOf.join(', ')} или пустая строка.`)
    : line(label, max);
  return given
    .nullable()
    .transform((value) => value || blank)
    .optional();
}) as { [N in TextName]: z.ZodOptional<z.ZodType<Texts[N], string | null>> };

export const tagTitle = filledLine('Тег', MAX_TAG)
  .refine((title) => !title.includes(','), 'Тег: запятая разделяет теги, внутри названия её быть не может.')
  .refine((title) => tagSlug(title) !== '', 'Тег: нужна хотя бы одна буква или цифра.');

/** Without duplicates; null means none. */
const tags = z
  .array(tagTitle, 'Теги: нужен список названий.')
  .nullable()
  .transform((titles) => withoutRepeats(titles ?? []))
  .refine((titles) => titles.length <= MAX_TAGS, `Теги: не больше ${MAX_TAGS} у одной новости.`)
  .optional();

const fields = {
  slug: text(FIELDS.slug.label, 2000).nullish(),
  date: dayOf('Дата').optional(),
  dateFollows: toggle('Дата по дню публикации')
    .optional()
    .describe(
      'True makes the date the day of publication, for drafts the day of the last save; a given `date` ends this',
    ),
  content: markup(FIELDS.content.label, MAX_CONTENT)
    .nullish()
    .transform((value) => (value === null ? '' : value)),
  ...textsIn,
  tags,
  coverImageUrl: address(FIELDS.coverImageUrl.label, { local: /^\/uploads\/[\w-][\w.-]*$/ }).optional(),
  group: rowId('Группа: такой группы нет, выберите другую.')
    .nullish()
    .describe('Number of a group; null leaves the group'),
  status: z.enum(articleStatuses, NO_SUCH_STATUS).optional(),
  publishAt: moment(FIELDS.publishAt.label).optional(),
  plannedAt: moment(FIELDS.publishAt.label).optional(),
  expiresAt: moment(FIELDS.expiresAt.label).optional(),
};

const autosave = toggle('Автосохранение')
  .optional()
  .describe('Autosave: only for drafts (else 409), with one revision per ten minutes');

const title = filledLine(FIELDS.title.label, MAX_TITLE);

export const newArticleSchema = z.object({ title, ...fields, autosave });

export const articleChangeSchema = z.object({
  title: title.optional(),
  ...fields,
  autosave,
  slugFollows: toggle('Адрес по заголовку')
    .optional()
    .describe('True derives a draft’s slug from the title, as for a new article'),
  withDraft: toggle('Вместе с черновиком')
    .optional()
    .describe('True publishes and ends the stored draft; `If-Match` is then the version of `GET …/draft`'),
});

/** Fields that a preview and an old version show, besides the title. */
export const PREVIEW_FIELDS = {
  slug: true,
  date: true,
  content: true,
  ...eachText(() => true as const),
  tags: true,
  coverImageUrl: true,
} as const;

/** Fields of the editor's preview, all optional. */
export const unsavedArticleSchema = newArticleSchema.pick(PREVIEW_FIELDS).extend({
  title: line(FIELDS.title.label, MAX_TITLE).nullish(),
  kind: z.enum(['article', 'page'], 'Предпросмотр: новости или страницы.').default('article'),
});

export type Article = z.output<typeof articleSchema>;
export type ArticleCard = z.output<typeof articleCardSchema>;
export type PageCard = ArticleCard & { id: number; text: string };
export type AdminCard = Omit<AdminArticle, 'content'>;
/** `place` and `order` exist only for pages, `newSlug` and `stale` only for a stored draft. */
export type AdminArticle = z.output<typeof adminArticleSchema> & {
  place?: PagePlace;
  order?: number;
  newSlug?: string | null;
  stale?: (keyof typeof FIELDS)[];
};
export type SavedArticle = AdminArticle & Pick<z.output<typeof savedArticleSchema>, 'removed'>;
export type NewArticle = ArticleChange & { title: string };
export type ArticleChange = Partial<z.output<typeof articleChangeSchema>> & { place?: PagePlace | undefined };
