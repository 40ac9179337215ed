import { z } from 'zod';
import { PAGE_PLACES } from '../articles/kinds.ts';
import {
  adminArticleSchema,
  articleChangeSchema,
  articleStatuses,
  newArticleSchema,
  savedArticleSchema,
} from '../articles/schema.ts';

const place = z
  .enum(PAGE_PLACES, 'Место: страница бывает в подвале, в меню «Ещё», в обоих местах или нигде.')
  .describe('`footer`, `menu` («Ещё»), `both` or `none`');
const order = z.number().int().describe('Ascending, with gaps; pages with the same one stand by age');

/** Fields that a page shares with articles. */
const OUT = {
  slug: true,
  title: true,
  content: true,
  excerpt: true,
  status: true,
  publishAt: true,
  expiresAt: true,
  updatedAt: true,
  version: true,
} as const;
const OUT_TO_ADMINS = { ...OUT, id: true, plannedAt: true, hasDraft: true, createdBy: true, updatedBy: true } as const;
const IN = {
  slug: true,
  title: true,
  content: true,
  publishAt: true,
  plannedAt: true,
  expiresAt: true,
  autosave: true,
} as const;

const status = z
  .enum(articleStatuses, 'Состояние: страница бывает черновиком, запланированной или опубликованной.')
  .optional();

export const pageSchema = adminArticleSchema.pick(OUT);

/** A public page in the list. */
export const pageLinkSchema = z.object({ slug: z.string(), title: z.string(), place, order });

export const adminPageSchema = adminArticleSchema.pick(OUT_TO_ADMINS).extend({ place, order });

export const adminPageLineSchema = adminPageSchema.omit({ content: true, excerpt: true });

export const savedPageSchema = savedArticleSchema.pick({ ...OUT_TO_ADMINS, removed: true }).extend({ place, order });

export const newPageSchema = newArticleSchema.pick(IN).extend({ status, place: place.optional() });

export const pageChangeSchema = articleChangeSchema
  .pick({ ...IN, slugFollows: true, withDraft: true })
  .extend({ status, place: place.optional() });

export const pageOrderSchema = z.object({
  ids: z.array(z.int('Порядок страниц: в списке стоит не страница.'), 'Порядок страниц: нужен список всех страниц.'),
});

export type PageLink = z.output<typeof pageLinkSchema>;
export type AdminPageLine = z.output<typeof adminPageLineSchema>;
