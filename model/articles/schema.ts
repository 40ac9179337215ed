import { z } from 'zod';
import { parseDate } from '../date.ts';
import { address, filledText, moment, text } from '../fields.ts';

export const MAX_TITLE = 300;
/** Characters of a body, pictures written into it as `data:` addresses included. */
export const MAX_CONTENT = 20 * 1024 * 1024;

export const articleStatuses = ['draft', 'scheduled', 'published'] as const;

/** How an article leaves the house. `version` counts up with every change and is its ETag. */
export const articleSchema = z.object({
  slug: z.string(),
  title: z.string(),
  date: z.string().describe('YYYY-MM-DD'),
  content: z.string().describe('Sanitised HTML'),
  coverImageUrl: z.string().nullable(),
  excerpt: z.string().describe('The first 120 characters of the text'),
  status: z.enum(articleStatuses),
  publishAt: z.string().nullable().describe('ISO 8601, UTC'),
  expiresAt: z.string().nullable().describe('ISO 8601, UTC'),
  updatedAt: z.string().describe('ISO 8601, UTC'),
  version: z.number().int(),
});

export const articleCardSchema = articleSchema.omit({ content: true });

const day = z
  .string({ error: 'Дата: нужен день вида 2025-07-20.' })
  .nullable()
  .transform((value, context) => {
    if (value === null || value.trim() === '') return null;
    const date = parseDate(value.trim());
    if (date) return date;
    context.addIssue('Дата: такого дня нет, нужен день вида 2025-07-20.');
    return z.NEVER;
  });

const fields = {
  slug: text('Адрес', 2000).nullish(),
  date: day.optional(),
  content: text('Текст', MAX_CONTENT)
    .nullish()
    .transform((value) => (value === null ? '' : value)),
  coverImageUrl: address('Обложка', { local: /^\/uploads\/[\w.-]+$/ }).optional(),
  status: z.enum(articleStatuses, { error: 'Состояние: нужно draft, scheduled или published.' }).optional(),
  publishAt: moment('Время публикации').optional(),
  expiresAt: moment('Время снятия').optional(),
};

/** What makes an article: a title and anything else. Unknown and read-only fields are ignored. */
export const newArticleSchema = z.object({ title: filledText('Заголовок', MAX_TITLE), ...fields });

/** What changes one: fields left out keep their value. */
export const articleChangeSchema = z.object({ title: filledText('Заголовок', MAX_TITLE).optional(), ...fields });

export type Article = z.output<typeof articleSchema>;
export type ArticleCard = z.output<typeof articleCardSchema>;
export type NewArticle = z.output<typeof newArticleSchema>;
export type ArticleChange = z.output<typeof articleChangeSchema>;
