import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { sessionOf } from '../../http/session.ts';
import { armResults, disarmResults, readDocument, saveSheet } from '../../model/results/document.ts';
import { documentSchema, sheetSchema } from '../../model/results/schema.ts';
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
      const document = await readDocument(store.db, request.params.id);
      setVersion(reply, document.version);
      return document;
    },
  );

  app.put(
    SHEET,
    { config: { conditional: true }, schema: { tags, params: byId, body: sheetSchema, response: answer } },
    async (request, reply) => {
      const { username } = sessionOf(request);
      const document = await saveSheet(store, request.params.id, request.body, username, expectedVersions(request));
      setVersion(reply, document.version);
      return document;
    },
  );

  app.post(
    ARM,
    {
      config: { conditional: true },
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

  app.delete(ARM, { schema: { tags, params: byId, response: answer } }, async (request, reply) => {
    const document = await disarmResults(store, request.params.id, sessionOf(request).username);
    setVersion(reply, document.version);
    return document;
  });
};
