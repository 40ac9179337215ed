import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';

/** OpenAPI document of the routes below `/api`, built on first request to keep the start fast. */
export const openapi = fastifyPlugin(async (app: FastifyInstance) => {
  const routes: RouteOptions[] = [];
  let description: Promise<string> | undefined;
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/')) routes.push(route);
  });
  const config = { public: true, cached: 'lists' } as const;
  app.get('/api/openapi.json', { config, schema: { hide: true } }, async (_request, reply) => {
    description ??= describe(routes).then(JSON.stringify, (error: unknown) => {
      description = undefined;
      throw error;
    });
    return reply.type('application/json; charset=utf-8').send(await description);
  });
});

/** @fastify/swagger must be registered before the routes: a second application gets their names and schemas. */
async function describe(routes: RouteOptions[]): Promise<object> {
  const [{ default: Fastify }, { default: swagger }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
  ]);
  const app = Fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
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
    refResolver: { buildLocalReference: ({ $id }) => String($id) },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform(document);
      if (!schema) return { schema: { hide: true }, url };
      const config: FastifyContextConfig = document.route.config ?? {};
      const response = Object.assign({}, schema.response, REFUSALS);
      const described = {
        tags: ['admin'],
        ...(config.public && { security: [] }),
        ...(config.conditional && { headers: IF_MATCH }),
        ...(config.roles && { 'x-roles': config.roles }),
        ...(config.asksPassword && { 'x-asks-password': true }),
        ...schema,
        response,
      };
      return { schema: config.takesFile ? { ...described, body: FILE } : described, url };
    },
  });
  app.addSchema(REFUSAL);
  for (const { method, url, schema, config } of routes) app.route({ method, url, schema, config, handler: () => {} });
  await app.ready();
  const description = app.swagger();
  await app.close();
  return description;
}

const REFUSAL = {
  $id: 'Refusal',
  type: 'object',
  properties: {
    message: { type: 'string', description: 'A Russian sentence for a person' },
    code: { type: 'string', description: 'A stable word for a program' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'A sentence for each wrong field',
    },
  },
  required: ['message', 'code'],
};

const REFUSALS = {
  '4XX': refused('The request is refused.'),
  '5XX': refused('The server cannot do it now; with `Retry-After` when it soon can.'),
};

function refused(description: string): object {
  return { description, content: { 'application/json': { schema: { $ref: 'Refusal#' } } } };
}

const IF_MATCH = {
  type: 'object',
  properties: {
    'If-Match': {
      type: 'string',
      description: 'An `ETag` of this resource. 412 when it has changed since; without it the last writer wins.',
    },
  },
};

const FILE = {
  description: 'One file, in a field of any name.',
  type: 'object',
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
};
