import { z } from 'zod';
import { isHexColour } from '../colour/oklch.ts';
import { filledLine, givenSlug, isUploadedImage, line, optional, rowId, toggle } from '../fields.ts';
import { parseDate } from '../text/date.ts';

const YEAR = 'Год: нужно число от 1900 до 2200.';

export const editionChangeSchema = z
  .object({
    title: filledLine('Название', 100),
    year: z.int(YEAR).min(1900, YEAR).max(2200, YEAR),
    city: line('Город', 100).default(''),
    hall: line('Зал', 200).default(''),
    starts_on: day('Первый день'),
    ends_on: day('Последний день'),
    hosts: line('Ведущие', 300).default(''),
    poster: optional(line('Афиша', 100), isUploadedImage, 'Афиша: загрузите картинку на сайт.'),
    accent: optional(
      line('Цвет', 20).transform((colour) => colour.toLowerCase()),
      isHexColour,
      'Цвет: нужен цвет вида #ff5a2b, или оставьте поле пустым.',
    ),
    page_id: rowId('Рассказ: выберите страницу сайта.')
      .nullable()
      .default(null)
      .describe('Page whose text is shown there'),
    is_public: toggle('Показывать в архиве').default(true),
  })
  .refine(({ starts_on, ends_on }) => starts_on === null || ends_on === null || ends_on >= starts_on, {
    path: ['ends_on'],
    error: 'Последний день: не раньше первого.',
  });

export const newEditionSchema = editionChangeSchema.safeExtend({
  slug: givenSlug().describe('Generated from the year if empty; never changes'),
});

export const editionSchema = z.object({
  id: z.number().int(),
  slug: z.string(),
  title: z.string(),
  year: z.number().int(),
  city: z.string(),
  hall: z.string(),
  starts_on: z.string().nullable().describe('YYYY-MM-DD'),
  ends_on: z.string().nullable().describe('YYYY-MM-DD'),
  hosts: z.string(),
  poster: z.string().nullable().describe('`/uploads/…`'),
  accent: z.string().nullable().describe('`#rrggbb`'),
  page_id: z.number().int().nullable().describe('Page whose text is shown in the archive'),
  is_public: z.boolean(),
  is_current: z.boolean().describe('True for exactly one edition, the one the site presents'),
  version: z.number().int(),
});

export type Edition = z.output<typeof editionSchema>;
export type EditionChange = z.output<typeof editionChangeSchema>;
export type NewEdition = z.output<typeof newEditionSchema>;

/** YYYY-MM-DD of the calendar; empty and missing are null. */
function day(name: string) {
  const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && Boolean(parseDate(value));
  return optional(line(name, 30), isDay, `${name}: нужна дата вида 2025-07-20.`);
}
