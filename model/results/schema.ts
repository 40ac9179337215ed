import { z } from 'zod';
import { seenEdition } from '../editions/current.ts';
import { filledLine, line, rowId } from '../fields.ts';
import { SCALE, type Section } from './scores.ts';

const LIMITS = { sections: 4, givers: 60, contestants: 200, marks: 60 };
const POINTS = 'Баллы: нужны целые числа от 0 до 100 000.';
const MARKS = 'Шкала: нужны разные целые числа от 1 до 100 000, от высшей оценки к низшей.';

const points = z.int(POINTS).min(0, POINTS).max(100_000, POINTS);
const contestant = rowId('Баллы: нужен номер участника.');
/** `title` and `name` differ: what a request is changed by cannot describe an answer. */
function sectionOf<Text extends z.ZodType<string>>(title: Text, name: Text) {
  const head = { kind: z.enum(['jury', 'audience'], 'Раздел: это жюри (jury) или зрители (audience).'), title };
  const giver = z.object({
    name,
    points: z.array(z.tuple([contestant, points], POINTS), POINTS).max(LIMITS.contestants, POINTS),
  });
  const place = z.object({
    contestant,
    place: rowId('Место: нужно целое число от 1.').nullable().default(null),
    points: points.nullable().default(null),
  });
  const givers = z
    .array(giver, 'Раздел: нужен список тех, кто даёт баллы.')
    .max(LIMITS.givers, `Раздел: не больше ${LIMITS.givers} столбцов.`)
    .describe('In the order of the reveal');
  const places = z
    .array(place, 'Раздел: нужен список мест.')
    .max(LIMITS.contestants, 'Раздел: слишком много мест.')
    .describe('Revealed from the last place to the first');
  const scale = z
    .array(z.int(MARKS).min(1, MARKS).max(100_000, MARKS), MARKS)
    .max(LIMITS.marks, `Шкала: не больше ${LIMITS.marks} оценок.`)
    .refine((marks) => marks.every((mark, at) => at === 0 || mark < (marks[at - 1] ?? 0)), MARKS)
    .optional()
    .describe(`Marks that each giver gives once, the highest first: ${SCALE.join(', ')} when absent; empty allows any`);
  return z.discriminatedUnion(
    'mode',
    [
      z.object({ ...head, mode: z.literal('givers'), scale, givers }),
      z.object({ ...head, mode: z.literal('places'), places }),
    ],
    'Раздел: баллы по голосующим (givers) или по местам (places).',
  );
}

export const scoresSchema = z
  .object({
    sections: z
      .array(sectionOf(filledLine('Название раздела', 60), line('Кто даёт баллы', 60)), 'Разделы: нужен список.')
      .max(LIMITS.sections, `Разделов не больше ${LIMITS.sections}.`),
    control_total: z
      .int('Контрольная сумма: нужно целое число.')
      .min(0, 'Контрольная сумма: нужно целое число.')
      .max(2 ** 31 - 1, 'Контрольная сумма: слишком большое число.')
      .nullable()
      .default(null),
    current_edition: seenEdition,
  })
  .refine(({ sections }) => sections.every(isOncePerContestant), {
    path: ['sections'],
    error: 'Раздел: один участник стоит в столбце дважды.',
  });

export const documentSchema = z.object({
  show_id: z.number().int(),
  sections: z.array(sectionOf(z.string(), z.string())),
  control_total: z.number().int().nullable(),
  gaps: z.array(z.string()).describe('What has to be done before the results can be locked for the reveal'),
  breaches: z.array(z.string()).describe('Givers whose marks are not those of the scale: locked only when confirmed'),
  armed_at: z.string().nullable().describe('ISO 8601, UTC'),
  is_final: z.boolean().describe('Of a past edition: public without a reveal'),
  steps: z.array(z.object({ section: z.enum(['jury', 'audience']), title: z.string() })),
  revealed: z.number().int().describe('How many of `steps` are public'),
  seq: z.number().int().describe('Of the newest press'),
  undo_id: z.number().int().nullable().describe('Of the newest revealed step, for `DELETE /api/results/reveals/{id}`'),
  undo_until: z.string().nullable().describe('ISO 8601, UTC: until then the newest press can be taken back'),
  version: z.number().int(),
});

const confirms = z
  .array(z.string('Подтверждения: нужен текст.'), 'Подтверждения: нужен список.')
  .max(LIMITS.sections * LIMITS.givers, 'Подтверждения: их слишком много.')
  .default([]);

export const lockSchema = z
  .object({ confirms, reason: line('Причина', 300).default('') })
  .nullish()
  .describe('Needed when there are `breaches`: all of them, as they were read, and why they are right');

export const correctionSchema = z.object({
  step: z.int('Шаг: нужен номер.').min(0, 'Шаг: нужен номер.').describe('Index among all steps, from 0'),
  points: z
    .array(z.tuple([contestant, points], POINTS), POINTS)
    .max(LIMITS.contestants, POINTS)
    .describe('All that this giver gives; in a section by places of everybody, and the places follow'),
  reason: filledLine('Причина', 300).describe('Shown with the results'),
  confirms: confirms.describe('`breaches` that the new points make'),
});

export type GivenScores = z.output<typeof scoresSchema>;
export type LockConfirmation = z.output<typeof lockSchema>;

export type ResultsDocument = z.output<typeof documentSchema>;

function isOncePerContestant(section: Section): boolean {
  const columns =
    section.mode === 'givers'
      ? section.givers.map(({ points }) => points.map(([contestant]) => contestant))
      : [section.places.map(({ contestant }) => contestant)];
  return columns.every((ids) => new Set(ids).size === ids.length);
}
