import { z } from 'zod';

/** From best to worst; order matters to `worstOf`. */
export const STATES = ['good', 'unknown', 'attention', 'bad'] as const;
export type State = (typeof STATES)[number];

const findingSchema = z.object({
  id: z.string().describe('A stable word'),
  name: z.string(),
  state: z.enum(STATES),
  text: z.string().describe('How it is'),
  advice: z.string().optional().describe('What to do'),
  act: z
    .enum(['backup', 'drill'])
    .optional()
    .describe('What `POST /api/admin/backup` or `/api/admin/backup/check` mends'),
});
export type Finding = z.infer<typeof findingSchema>;

export const reportSchema = z.object({
  at: z.string().describe('ISO 8601, UTC'),
  worst: z.enum(STATES),
  groups: z.array(z.object({ title: z.string(), lines: z.array(findingSchema) })),
  text: z.string().describe('The same to be copied'),
});
export type DoctorReport = z.infer<typeof reportSchema>;

/** Makes the finding of one line, in the state that it is called for. */
export function finding(id: string, name: string) {
  const line =
    (state: State) =>
    (text: string, advice?: string, act?: Finding['act']): Finding => ({
      ...{ id, name, state, text },
      ...(advice && { advice }),
      ...(act && { act }),
    });
  return { good: line('good'), unknown: line('unknown'), attention: line('attention'), bad: line('bad') };
}
