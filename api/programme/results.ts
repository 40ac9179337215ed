import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { CacheKey } from '../../http/cache/key.ts';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { sessionOf } from '../../http/session.ts';
import { armResults, disarmResults, readDocument, saveSheet } from '../../model/results/document.ts';
import { currentResults, resultsSchema } from '../../model/results/results.ts';
import { restartReveal, reveal, revealSchema, takeStepBack } from '../../model/results/reveals.ts';
import { documentSchema, sheetSchema } from '../../model/results/schema.ts';
import type { Store } from '../../model/store.ts';
import { byId } from '../articles/parameters.ts';

const SHEET = '/api/admin/results/:id';
const SHOW = '/api/results/:id';
const tags = ['results'];
const answer = { 200: documentSchema };
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

  app.get(
    SHEET,
    {
      schema: { tags, description: 'All points of a show, and how far its reveal is', params: byId, response: answer },
    },
    async (request, reply) => {
      const document = await readDocument(store.db, request.params.id);
      setVersion(reply, document.version);
      return document;
    },
  );

  app.put(SHEET, { schema: { tags, params: byId, body: sheetSchema, response: answer } }, async (request, reply) => {
    const { username } = sessionOf(request);
    const document = await saveSheet(store, request.params.id, request.body, username, expectedVersions(request));
    setVersion(reply, document.version);
    return document;
  });

  app.post(
    `${SHOW}/arm`,
    {
      schema: {
        tags,
        description: 'Refused (409) unless everybody has given points and their sum is the control total',
        params: byId,
        response: answer,
      },
    },
    async (request, reply) => {
      const { username } = sessionOf(request);
      const document = await armResults(store, request.params.id, username, expectedVersions(request));
      setVersion(reply, document.version);
      return document;
    },
  );

  app.delete(`${SHOW}/arm`, { schema: { tags, params: byId, response: answer } }, async (request, reply) => {
    const document = await disarmResults(store, request.params.id, sessionOf(request).username);
    setVersion(reply, document.version);
    return document;
  });

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
  return /^[1-9]\d{0,8}$/.test(String(id)) ? { target: `/api/results/${id}`, partition: 'lists' } : undefined;
}
