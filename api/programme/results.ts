import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sessionOf } from '../../http/session.ts';
import { editionNamed } from '../../model/editions/current.ts';
import { lockResults, readDocument, saveScores, unlockResults } from '../../model/results/document.ts';
import { currentResults } from '../../model/results/results.ts';
import {
  correctPoints,
  nextSchema,
  restartReveal,
  reveal,
  revealNext,
  revealSchema,
  takeStepBack,
} from '../../model/results/reveals.ts';
import {
  answeredResultsSchema,
  correctionSchema,
  documentSchema,
  lockSchema,
  scoresSchema,
} from '../../model/results/schema.ts';
import type { Store } from '../../model/store.ts';
import { EDITORS, OPERATORS } from '../../roles.ts';
import { aimOf, byId, idKey, tagRoutes } from '../parameters.ts';
import { byEdition, filteredKey } from './editions.ts';

const SHEET = '/api/admin/results/:id';
const SHOW = '/api/results/:id';
const SCORES_LIMIT = 256 * 1024; // bytes: room for the 10,000 points that a body in JSON may hold
const state = { 200: answeredResultsSchema };
const document = { 200: documentSchema };

export const resultsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  tagRoutes(app, 'results');
  app.get(SHEET, {
    config: { roles: OPERATORS },
    schema: { params: byId, description: 'All points of a show, and how far its reveal is', response: document },
    handler: async (request) => readDocument(store.db, request.params.id),
  });

  app.put(SHEET, {
    config: { roles: EDITORS, conditional: true },
    bodyLimit: SCORES_LIMIT,
    schema: { params: byId, body: scoresSchema, response: document },
    handler: async (request) => saveScores(store, aimOf(request), request.body),
  });

  app.post(`${SHOW}/arm`, {
    config: { roles: EDITORS, conditional: true },
    schema: {
      params: byId,
      description:
        'Refused (409) unless everybody has given points, their sum is the control total (`not_ready`), and each giver keeps to the scale or is confirmed (`off_scale`)',
      body: lockSchema,
      response: document,
    },
    handler: async (request) => lockResults(store, aimOf(request), request.body),
  });

  app.delete(`${SHOW}/arm`, {
    config: { roles: EDITORS },
    schema: { params: byId, response: document },
    handler: async (request) => unlockResults(store, request.params.id, sessionOf(request).username),
  });

  app.post(`${SHOW}/corrections`, {
    config: { roles: EDITORS, conditional: true },
    schema: {
      params: byId,
      description: 'Changes published points of one giver, and marks them as corrected',
      body: correctionSchema,
      response: document,
    },
    handler: async (request) => correctPoints(store, aimOf(request), request.body),
  });

  app.get('/api/results', {
    config: { public: true, cached: filteredKey('/api/results') },
    schema: {
      description: 'Revealed results of the show with the newest step',
      querystring: byEdition,
      response: state,
    },
    handler: async (request) =>
      currentResults(store.db, undefined, await editionNamed(store.db, request.query.edition)),
  });

  app.get(SHOW, {
    config: { public: true, cached: idKey(SHOW, 'chosen') },
    schema: { params: byId, description: 'What is revealed of the results of a show', response: state },
    handler: (request) => currentResults(store.db, request.params.id),
  });

  await app.register(revealApi, { store });
};

const revealApi: typeof resultsApi = async (app, { store }) => {
  app.post(`${SHOW}/reveal`, {
    config: { roles: OPERATORS },
    schema: {
      params: byId,
      description: 'Reveals the next step. A refusal (409) has the state as `current`.',
      body: revealSchema,
      response: state,
    },
    handler: (request) => reveal(store, request.params.id, request.body, sessionOf(request).username),
  });

  app.post(`${SHOW}/next`, {
    config: { roles: OPERATORS },
    schema: {
      params: byId,
      description: 'Makes a later step of the same givers the next one. A refusal (409) has the state as `current`.',
      body: nextSchema,
      response: state,
    },
    handler: (request) => revealNext(store, request.params.id, request.body, sessionOf(request).username),
  });

  app.delete(`${SHOW}/reveal`, {
    config: { roles: EDITORS },
    schema: { params: byId, description: 'Hides all steps of a show again', response: state },
    handler: (request) => restartReveal(store, request.params.id, sessionOf(request).username),
  });

  app.delete('/api/results/reveals/:id', {
    config: { roles: OPERATORS },
    schema: { params: byId, description: 'Takes the newest step back, within ten seconds', response: state },
    handler: (request) => takeStepBack(store, request.params.id, sessionOf(request).username),
  });
};
