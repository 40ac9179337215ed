import { z } from 'zod';
import { ACTS, STATES } from './finding.ts';

const lineSchema = z.object({
  id: z.string().describe('A stable word'),
  name: z.string(),
  state: z.enum(STATES),
  text: z.string().describe('How it is'),
  advice: z.string().optional().describe('What to do'),
  act: z.enum(ACTS).optional().describe('What `POST /api/admin/backup` or `/api/admin/backup/check` mends'),
});
export const reportSchema = z.object({
  at: z.string().describe('ISO 8601, UTC'),
  worst: z.enum(STATES),
  groups: z.array(z.object({ title: z.string(), lines: z.array(lineSchema) })),
  text: z.string().describe('The same to be copied'),
});
export type DoctorReport = z.infer<typeof reportSchema>;
