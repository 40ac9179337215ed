import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Doctor } from '../ops/doctor/doctor.ts';
import { reportSchema } from '../ops/doctor/report.ts';
import type { Watched } from '../ops/metrics/families.ts';
import { ADMINISTRATORS } from '../roles.ts';

export const doctorApi: FastifyPluginAsyncZod<Watched> = async (app, watched) => {
  let doctor: Doctor | undefined;
  app.get(
    '/api/admin/doctor',
    {
      config: { roles: ADMINISTRATORS },
      schema: {
        tags: ['admin'],
        description:
          'Every line says how something is and what to do about it; with `fresh` as it is now, else at most five minutes old and not from before a copy, a trial or a change of administrators.',
        querystring: z.object({ fresh: z.string().optional().or(z.array(z.string())) }),
        response: { 200: reportSchema },
      },
    },
    async (request) => {
      doctor ??= (await import('../ops/doctor/doctor.ts')).createDoctor(watched);
      return doctor.report(request.query.fresh !== undefined);
    },
  );
};
