import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Live } from '../http/live/live.ts';
import { countViewers } from '../http/live/viewers.ts';

const viewersSchema = z.object({
  now: z.int(),
  minutes: z
    .array(z.object({ at: z.string(), count: z.int() }))
    .describe('At the end of each minute of the last hour, the oldest first; since this server started'),
  is_all: z.boolean().describe('False: other servers on this database may have viewers of their own'),
});

type Options = { live: Live; config: Pick<Config, 'databaseUrl'> };

export const viewersApi: FastifyPluginAsyncZod<Options> = async (app, { live, config }) => {
  const viewers = countViewers({ size: () => live.size() });
  app.addHook('onClose', async () => viewers.stop());

  app.get(
    '/api/admin/viewers',
    {
      schema: {
        tags: ['admin'],
        description: 'Open event streams of this server: one for all visible tabs of a browser.',
        response: { 200: viewersSchema },
      },
    },
    async () => ({ ...viewers.read(), is_all: config.databaseUrl === undefined }),
  );
};
