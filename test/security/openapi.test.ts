import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { openapi } from '../../api/openapi.ts';
import { needSite } from '../rig/needs.ts';

interface Operation {
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

const t = await needSite();

test('OpenAPI describes the routes from their schemas', async () => {
  const document = (await t.visitor('GET', '/api/openapi.json')).json();
  expect(document.openapi).toMatch(/^3\.1/);
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining([
      '/api/news',
      '/api/news/{slug}',
      '/api/auth/login',
      '/api/admin/news/{slug}',
      '/api/site-content',
    ]),
  );
  expect(
    document.paths['/api/admin/news'].post.requestBody.content['application/json'].schema.properties,
  ).toHaveProperty('coverImageUrl');
  expect(
    document.paths['/api/news/{slug}'].get.responses['200'].content['application/json'].schema.properties,
  ).toHaveProperty('publishAt');
});

test('OpenAPI says of every route how it refuses, and the schema says what a refusal is', async () => {
  const { paths, components } = (await t.visitor('GET', '/api/openapi.json')).json();
  expect(Object.keys(paths).filter((path) => !path.startsWith('/api/'))).toEqual([]);
  const operations = Object.values<Record<string, Operation>>(paths).flatMap((each) => Object.values(each));
  expect(operations.length).toBeGreaterThan(50);
  const $ref = '#/components/schemas/Refusal';
  for (const { responses } of operations)
    for (const status of ['4XX', '5XX'])
      expect(responses[status]?.content).toEqual({ 'application/json': { schema: { $ref } } });
  const { properties, required } = components.schemas.Refusal;
  const refused = [
    await t.visitor('POST', '/api/admin/news', { title: 'Чужая' }),
    await t.visitor('GET', '/api/auth/verify'),
    await t.visitor('GET', '/api/news/no-such'),
  ].map((answer) => answer.json());
  for (const refusal of refused) expect(Object.keys(refusal)).toEqual(expect.arrayContaining(required));
  const wrong = (await t.editor('POST', '/api/admin/news', { title: '' })).json();
  expect(Object.keys(wrong).toSorted()).toEqual(Object.keys(properties).toSorted());
});

test('OpenAPI names If-Match where a changed resource is refused, and only there', async () => {
  const { paths } = (await t.visitor('GET', '/api/openapi.json')).json();
  const named = (path: string, method: string) =>
    (paths[path][method] as Operation).parameters?.filter((one) => one.in === 'header') ?? [];
  const [header, ...others] = named('/api/admin/news/{slug}', 'put');
  expect(header).toMatchObject({ name: 'If-Match' });
  expect(header?.required ?? false).toBe(false);
  expect(others).toEqual([]);
  expect(named('/api/admin/news', 'post')).toEqual([]);

  const { slug } = (await t.editor('POST', '/api/admin/news', { title: 'Финал' })).json();
  const stale = { 'if-match': '"999"' };
  const refused = await t.editor('PUT', `/api/admin/news/${slug}`, { title: 'Полуфинал' }, stale);
  expect(refused.statusCode).toBe(412);
});

test('OpenAPI says that an upload is one file in a form', async () => {
  const { paths } = (await t.visitor('GET', '/api/openapi.json')).json();
  expect(Object.keys(paths['/api/upload'].post.requestBody.content)).toEqual(['multipart/form-data']);
});

test('a description that could not be made is made for who asks next', async () => {
  let isBroken = true;
  const schema = {
    get summary() {
      if (isBroken) throw new Error('no memory');
      return 'What the festival is called';
    },
  };
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(openapi);
  app.get('/api/name', { schema }, async () => 'Рампа');
  const ask = () => app.inject('/api/openapi.json');
  expect((await ask()).statusCode).toBe(500);
  isBroken = false;
  expect((await ask()).json().paths).toHaveProperty('/api/name');
  await app.close();
});
