import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { CacheKey } from '../../http/cache/key.ts';
import { sessionOf } from '../../http/session.ts';
import { currentResults, resultsSchema } from '../../model/results/results.ts';
import {
  nextSchema,
  restartReveal,
  reveal,
  revealNext,
  revealSchema,
  takeStepBack,
} from '../../model/results/reveals.ts';
import type { Store } from '../../model/store.ts';
import { byId } from '../articles/parameters.ts';

const SHOW = '/api/results/:id';
const tags = ['results'];
const state = { 200: resultsSchema };

export const resultsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get(
    '/api/results',
    {
      config: { public: true, cached: 'lists' },
      schema: {
        tags,
        description: 'What is revealed of the results, of the show with the newest step',
        response: state,
      },
    },
    () => currentResults(store.db),
  );

  app.get(
    SHOW,
    {
      config: { public: true, cached: showKey },
      schema: { tags, description: 'What is revealed of the results of a show', params: byId, response: state },
    },
    (request) => currentResults(store.db, request.params.id),
  );

  app.post(
    `${SHOW}/reveal`,
    {
      schema: {
        tags,
        description: 'Reveals the next step. A refusal (409) has the state as `current`.',
        params: byId,
        body: revealSchema,
        response: state,
      },
    },
    (request) => reveal(store, request.params.id, request.body, sessionOf(request).username),
  );

  app.post(
    `${SHOW}/next`,
    {
      schema: {
        tags,
        description: 'Makes a later step of the same givers the next one. A refusal (409) has the state as `current`.',
        params: byId,
        body: nextSchema,
        response: state,
      },
    },
    (request) => revealNext(store, request.params.id, request.body, sessionOf(request).username),
  );

  app.delete(
    `${SHOW}/reveal`,
    { schema: { tags, description: 'Hides all steps of a show again', params: byId, response: state } },
    (request) => restartReveal(store, request.params.id, sessionOf(request).username),
  );

  app.delete(
    '/api/results/reveals/:id',
    {
      schema: {
        tags,
        description: 'Takes the newest step back, within ten seconds',
        params: byId,
        response: state,
      },
    },
    (request) => takeStepBack(store, request.params.id, sessionOf(request).username),
  );
};

function showKey({ params }: FastifyRequest): CacheKey | undefined {
  const { id } = params as { id: number | string };
  return /^[1-9]\d{0,8}$/.test(String(id)) ? { target: `/api/results/${id}`, partition: 'chosen' } : undefined;
}
