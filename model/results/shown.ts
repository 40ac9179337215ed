import { z } from 'zod';
import { idSchema } from '../programme/stage.ts';

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
  outcome: z.string().describe('Another text when any board was completed, opened again, or corrected since'),
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
