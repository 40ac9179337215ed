import { z } from 'zod';
import { seenEdition } from '../editions/current.ts';
import { filledLine, line, rowId } from '../fields.ts';
import { idSchema } from '../programme/stage.ts';
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

const stepSchema = z.object({
  at: z.string().describe('When it was revealed: ISO 8601, UTC'),
  section: z.enum(['jury', 'audience']),
  title: z.string().describe('«Жюри: Бразилия»'),
  points: z
    .array(z.tuple([z.number().int(), z.number().int()]))
    .describe('Pairs: index of a contestant, points. A contestant without points may be left out'),
  place: z.number().int().optional().describe('Only in sections by places without any points'),
});

const scorableSchema = z.object({ slug: z.string(), name: z.string(), song: z.string(), country: z.string() });

const shownCorrectionSchema = z.object({
  step: z.number().int().describe('Index in `steps`, of a section by places of its last one'),
  title: z.string().describe('«Жюри: Бразилия»; of a section by places its title'),
  day: z.string().describe('YYYY-MM-DD in the site’s time zone'),
  reason: z.string(),
  changes: z
    .array(z.tuple([z.number().int(), z.number().int(), z.number().int()]))
    .describe('Index of a contestant, points before, points now'),
});

/** What is revealed and nothing else. */
const resultsSchema = z.object({
  seq: z.number().int().describe('Of the newest press of any show. It never goes back: ignore a lower one'),
  show: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  state: z.enum(['none', 'revealing', 'final']),
  of: z.number().int().describe('How many steps there are'),
  contestants: z.array(scorableSchema).describe('In the running order of the lock, without the withdrawn'),
  plan: z
    .array(z.object({ mode: z.enum(['givers', 'places']), steps: z.number().int(), top: z.number().int().nullable() }))
    .optional()
    .describe('Sections in the order of the steps: how many there are, the highest mark of the scale if there is one'),
  steps: z.array(stepSchema).describe('Those that are revealed, in their order'),
  corrections: z
    .array(shownCorrectionSchema)
    .optional()
    .describe('Of steps that were public already; absent without any'),
});

export type Results = z.output<typeof resultsSchema>;

/** In the archive viewers have no lag. */
export const shownResultsSchema = resultsSchema.omit({ seq: true });

export const answeredResultsSchema = resultsSchema.extend({ id: idSchema });

/** Payload of the live event, one for each press: with the step that it revealed. */
export const resultsEventSchema = resultsSchema.pick({ seq: true, show: true, state: true, of: true }).extend({
  after: z.number().int().describe('`seq` of the event before this one: whoever knows another one has missed some'),
  revealed: z.number().int().describe('How many steps of the show are revealed'),
  at: z.string().nullable().describe('Moment of the newest revealed step of any public show, ISO 8601 UTC'),
  outcome: z.string().describe('Another text when any board was completed, opened again, or corrected since'),
  ends_vote: z
    .boolean()
    .describe(
      'The board that decides the contest is complete since the vote was last opened: pages say that it is over',
    ),
  change: z
    .enum(['none', 'step', 'undo', 'restart', 'correct'])
    .describe('`step`: add it. `undo`, `restart`: the board of `target` ends at `left`. `correct`: read it again'),
  target: z.number().int().optional().describe('The show that was changed, if one was'),
  left: z.number().int().optional().describe('How many steps of `target` are revealed after an `undo` or a `restart`'),
  contestants: z.array(scorableSchema).optional().describe('With the first step of a show: its board begins'),
  plan: resultsSchema.shape.plan.describe('With `contestants`'),
  step: stepSchema
    .extend({ points: z.array(z.tuple([z.string(), z.number().int()])).describe('Pairs: slug, points') })
    .optional(),
});

export type ResultsEvent = z.output<typeof resultsEventSchema>;

/** JSON in the log: points of one giver that were public already. Changes name contestants by id. */
export type Correction = Omit<z.output<typeof shownCorrectionSchema>, 'step'>;
