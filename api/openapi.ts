import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Describes the API from the schemas that check it. */
export const openapi = fastifyPlugin(async (app: FastifyInstance) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'rampa',
        version: '1',
        description: 'The festival site: news, stream, vote, texts. Errors are `{message, code, fields?}`.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: (document) => {
      const described = jsonSchemaTransform(document);
      const isPublic = document.route.config && 'public' in document.route.config && document.route.config.public;
      return isPublic ? { ...described, schema: { security: [], ...described.schema } } : described;
    },
  });
  app.get('/api/openapi.json', { config: { public: true }, schema: { hide: true } }, async () => app.swagger());
});
