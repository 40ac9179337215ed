import { z } from 'zod';
import { embedAt, pageOf, sourceOf } from '../embeds/embeds.ts';
import { filledLine, givenSlug, isUploadedImage, line, optional, rowId, text, toggle } from '../fields.ts';
import { AGE_MARKS } from '../settings/age-marks.ts';

export const contestantChangeSchema = z.object({
  name: filledLine('Имя', 100),
  song: line('Песня', 150).default(''),
  authors: line('Авторы', 300).default(''),
  region: line('Страна или регион', 100).default(''),
  image: optional(line('Фотография', 100), isUploadedImage, 'Фотография: загрузите её на сайт.'),
  image_credit: line('Автор фотографии', 150).default(''),
  text: text('Рассказ', 10_000)
    .default('')
    .transform((value) => value.trim()),
  clip: line('Клип', 2048).nullable().default(null).transform(toClip),
  age_mark: optional(
    z.enum(['', ...AGE_MARKS], `Возрастная отметка: одна из ${AGE_MARKS.join(', ')} или пустая строка.`),
  ),
  is_withdrawn: toggle('Не участвует в конкурсе').default(false),
});

export const newContestantSchema = contestantChangeSchema.extend({
  edition_id: rowId('Фестиваль: нужен его номер.')
    .optional()
    .describe('Default: the edition of the shows, or the current one'),
  slug: givenSlug().describe('Generated from the name if empty; never changes'),
  shows: z
    .array(rowId('Концерты: нужен список номеров.'), 'Концерты: нужен список номеров.')
    .default([])
    .describe('Ids of shows to which the contestant is appended'),
});

export const contestantSchema = z.object({
  id: z.number().int(),
  edition_id: z.number().int(),
  slug: z.string(),
  name: z.string(),
  song: z.string(),
  authors: z.string(),
  region: z.string().describe('Country or region'),
  image: z.string().nullable().describe('`/uploads/…`'),
  image_credit: z.string(),
  text: z.string().describe('Plain; a blank line makes a paragraph'),
  clip: z.string().nullable().describe('URL of a page on a supported video site'),
  age_mark: z.string().nullable(),
  is_withdrawn: z.boolean(),
  version: z.number().int(),
});

export type Contestant = z.output<typeof contestantSchema>;
export type ContestantChange = z.output<typeof contestantChangeSchema>;
export type NewContestant = z.output<typeof newContestantSchema>;

/** Canonical page URL, also derived from a player's URL or `<iframe>` code. */
function toClip(given: string | null, context: z.RefinementCtx): string | null {
  if (!given) return null;
  const embed = embedAt(sourceOf(given) ?? given);
  if (embed) return pageOf(embed);
  context.addIssue('Клип: нужна ссылка на видео на Rutube, VK Видео, YouTube, Дзене или в Одноклассниках.');
  return z.NEVER;
}
