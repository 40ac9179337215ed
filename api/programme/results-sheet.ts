import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { sessionOf } from '../../http/session.ts';
import { correctPoints } from '../../model/results/corrections.ts';
import { armResults, disarmResults, readDocument, saveSheet } from '../../model/results/document.ts';
import {
  armSchema,
  correctionSchema,
  documentSchema,
  type ResultsDocument,
  sheetSchema,
} from '../../model/results/schema.ts';
import type { Store } from '../../model/store.ts';
import { byId } from '../articles/parameters.ts';

const SHEET = '/api/admin/results/:id';
const ARM = '/api/results/:id/arm';
const tags = ['results'];
const answer = { 200: documentSchema };

/** The points of a show before they are revealed. */
export const resultsSheetApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get(
    SHEET,
    {
      schema: { tags, description: 'All points of a show, and how far its reveal is', params: byId, response: answer },
    },
    async (request, reply) => {
      return send(reply, await readDocument(store.db, request.params.id));
    },
  );

  app.put(
    SHEET,
    { config: { conditional: true }, schema: { tags, params: byId, body: sheetSchema, response: answer } },
    async (request, reply) => {
      const { username } = sessionOf(request);
      const { id } = request.params;
      return send(reply, await saveSheet(store, id, request.body, username, expectedVersions(request)));
    },
  );

  app.post(
    ARM,
    {
      config: { conditional: true },
      schema: {
        tags,
        description:
          'Refused (409) unless everybody has given points, their sum is the control total (`not_ready`), and each giver keeps to the scale or is confirmed (`off_scale`)',
        params: byId,
        body: armSchema,
        response: answer,
      },
    },
    async (request, reply) => {
      const { username } = sessionOf(request);
      const { id } = request.params;
      return send(reply, await armResults(store, id, username, expectedVersions(request), request.body));
    },
  );

  app.post(
    '/api/results/:id/corrections',
    {
      config: { conditional: true },
      schema: {
        tags,
        description: 'Changes points of one giver that are public already, and shows them as corrected',
        params: byId,
        body: correctionSchema,
        response: answer,
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { username } = sessionOf(request);
      return send(reply, await correctPoints(store, id, request.body, username, expectedVersions(request)));
    },
  );

  app.delete(ARM, { schema: { tags, params: byId, response: answer } }, async (request, reply) => {
    return send(reply, await disarmResults(store, request.params.id, sessionOf(request).username));
  });
};

function send(reply: FastifyReply, document: ResultsDocument): ResultsDocument {
  setVersion(reply, document.version);
  return document;
}
