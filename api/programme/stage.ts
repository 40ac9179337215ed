import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sessionOf } from '../../http/session.ts';
import { answeredStageSchema, currentStage, press, pressSchema, undoPress } from '../../model/programme/stage.ts';
import type { Store } from '../../model/store.ts';
import { OPERATORS } from '../../roles.ts';
import { byId, tagRoutes } from '../parameters.ts';

export const stageApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  tagRoutes(app, 'programme');
  app.get('/api/stage', {
    config: { public: true, cached: 'lists' },
    schema: { description: 'Who is on stage, and who is next', response: { 200: answeredStageSchema } },
    handler: () => currentStage(store.db),
  });

  app.post('/api/stage', {
    config: { roles: OPERATORS },
    schema: {
      description: 'Sets a performance, a break or the end of the show. A refusal (409) has the state as `current`.',
      body: pressSchema,
      response: { 200: answeredStageSchema },
    },
    handler: (request) => press(store, request.body, sessionOf(request).username),
  });

  app.delete('/api/stage/:id', {
    config: { roles: OPERATORS },
    schema: { description: 'Takes the newest press back', params: byId, response: { 200: answeredStageSchema } },
    handler: (request) => undoPress(store, request.params.id, sessionOf(request).username),
  });
};
