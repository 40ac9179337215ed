import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Doctor } from '../ops/doctor/doctor.ts';
import { ACTS, STATES } from '../ops/doctor/finding.ts';
import type { Watched } from '../ops/metrics/families.ts';

const lineSchema = z.object({
  id: z.string().describe('A stable word'),
  name: z.string(),
  state: z.enum(STATES),
  text: z.string().describe('How it is'),
  advice: z.string().optional().describe('What to do'),
  act: z.enum(ACTS).optional().describe('What `POST /api/admin/backup` or `/api/admin/backup/check` mends'),
});
const reportSchema = z.object({
  at: z.string().describe('ISO 8601, UTC'),
  worst: z.enum(STATES),
  groups: z.array(z.object({ title: z.string(), lines: z.array(lineSchema) })),
  text: z.string().describe('The same to be copied'),
});
export type DoctorReport = z.infer<typeof reportSchema>;

/** How the server is, and what to do about it. */
export const doctorApi: FastifyPluginAsyncZod<Watched> = async (app, watched) => {
  let doctor: Doctor | undefined;
  app.get(
    '/api/admin/doctor',
    {
      schema: {
        tags: ['admin'],
        description:
          'Every line says how something is and what to do about it; with `fresh` as it is now, else at most five minutes old and not from before a copy, a trial or a change of administrators.',
        querystring: z.object({ fresh: z.string().optional().or(z.array(z.string())) }),
        response: { 200: reportSchema },
      },
    },
    async (request) => {
      // A start has no need of it.
      doctor ??= (await import('../ops/doctor/doctor.ts')).createDoctor(watched);
      return doctor.report(request.query.fresh !== undefined);
    },
  );
};
