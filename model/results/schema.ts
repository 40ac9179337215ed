import { z } from 'zod';
import { filledLine, line, rowId } from '../fields.ts';
import type { Section } from './sheet.ts';

const MOST = { sections: 4, givers: 60, contestants: 200 };
const POINTS = 'Баллы: нужны целые числа от 0 до 100 000.';

const points = z.int(POINTS).min(0, POINTS).max(100_000, POINTS);
const contestant = rowId('Баллы: нужен номер участника.');
/** `title` and `name` differ: what a request is changed by cannot describe an answer. */
function sectionOf<Text extends z.ZodType<string>>(title: Text, name: Text) {
  const head = { kind: z.enum(['jury', 'audience'], 'Раздел: это жюри (jury) или зрители (audience).'), title };
  const giver = z.object({
    name,
    points: z.array(z.tuple([contestant, points], POINTS), POINTS).max(MOST.contestants, POINTS),
  });
  const place = z.object({
    contestant,
    place: rowId('Место: нужно целое число от 1.').nullable().default(null),
    points: points.nullable().default(null),
  });
  const givers = z
    .array(giver, 'Раздел: нужен список тех, кто даёт баллы.')
    .max(MOST.givers, `Раздел: не больше ${MOST.givers} столбцов.`)
    .describe('In the order of the reveal');
  const places = z
    .array(place, 'Раздел: нужен список мест.')
    .max(MOST.contestants, 'Раздел: слишком много мест.')
    .describe('Revealed from the last place to the first');
  return z.discriminatedUnion(
    'mode',
    [
      z.object({ ...head, mode: z.literal('givers'), givers }),
      z.object({ ...head, mode: z.literal('places'), places }),
    ],
    'Раздел: баллы по голосующим (givers) или по местам (places).',
  );
}

export const sheetSchema = z
  .object({
    sections: z
      .array(sectionOf(filledLine('Название раздела', 60), line('Кто даёт баллы', 60)), 'Разделы: нужен список.')
      .max(MOST.sections, `Разделов не больше ${MOST.sections}.`),
    control_total: z
      .int('Контрольная сумма: нужно целое число.')
      .min(0, 'Контрольная сумма: нужно целое число.')
      .max(2 ** 31 - 1, 'Контрольная сумма: слишком большое число.')
      .nullable()
      .default(null),
  })
  .refine(({ sections }) => sections.every(isOncePerContestant), {
    path: ['sections'],
    error: 'Раздел: один участник стоит в столбце дважды.',
  });

export const documentSchema = z.object({
  show_id: z.number().int(),
  sections: z.array(sectionOf(z.string(), z.string())),
  control_total: z.number().int().nullable(),
  total: z.number().int().describe('Of all points'),
  gaps: z.array(z.string()).describe('What has to be done before the reveal can be armed'),
  armed_at: z.string().nullable().describe('ISO 8601, UTC'),
  steps: z.array(z.object({ section: z.enum(['jury', 'audience']), title: z.string() })),
  revealed: z.number().int().describe('How many of `steps` are public'),
  seq: z.number().int().describe('Of the newest press'),
  undo_id: z.number().int().nullable().describe('Of the newest revealed step, for `DELETE /api/results/reveals/{id}`'),
  undo_until: z.string().nullable().describe('ISO 8601, UTC: until then the newest press can be taken back'),
  version: z.number().int(),
});

export type ResultsDocument = z.output<typeof documentSchema>;

function isOncePerContestant(section: Section): boolean {
  const columns =
    section.mode === 'givers'
      ? section.givers.map(({ points }) => points.map(([contestant]) => contestant))
      : [section.places.map(({ contestant }) => contestant)];
  return columns.every((ids) => new Set(ids).size === ids.length);
}
