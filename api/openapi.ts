import type { FastifyInstance, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';

/** Describes the API from the schemas that check it: for whoever asks first, who is seldom there, so a start does not wait for it. */
export const openapi = fastifyPlugin(async (app: FastifyInstance) => {
  const routes: RouteOptions[] = [];
  let description: Promise<object> | undefined;
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.get('/api/openapi.json', { config: { public: true }, schema: { hide: true } }, () => {
    description ??= describe(routes).catch((error: unknown) => {
      description = undefined;
      throw error;
    });
    return description;
  });
});

/** The plugin has to be there before the routes are: it gets an application that has nothing but their names and schemas. */
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
    transform: (document) => {
      const described = jsonSchemaTransform(document);
      const isPublic = document.route.config && 'public' in document.route.config && document.route.config.public;
      return isPublic ? { ...described, schema: { security: [], ...described.schema } } : described;
    },
  });
  for (const { method, url, schema, config } of routes) app.route({ method, url, schema, config, handler: () => {} });
  await app.ready();
  const description = app.swagger();
  await app.close();
  return description;
}
