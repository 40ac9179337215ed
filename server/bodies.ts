import type { FastifyInstance } from 'fastify';
import { ModelError } from '../model/errors.ts';
import { refuse } from './refusals.ts';

/** Objects and lists inside one another. Deeper JSON has no place in this API. */
const MAX_DEPTH = 32;

/** Bodies are JSON and nothing else (uploads bring their own parser). An empty one is no body. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = body.toString();
    if (text === '') return done(null, undefined);
    try {
      const value: unknown = JSON.parse(text);
      assertShallow(value, MAX_DEPTH);
      done(null, value);
    } catch (error) {
      done(
        error instanceof ModelError
          ? error
          : new ModelError(400, 'bad_json', 'Запрос не разобран: это не правильный JSON.'),
      );
    }
  });
}

/** A body that announces more than its route takes is refused before a byte of it is read. */
export function refuseLargeBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const limit = request.routeOptions.bodyLimit;
    if (request.is404 || Number(request.headers['content-length'] ?? 0) <= limit) return;
    return refuse(request, reply, { status: 413, code: 'too_large', message: 'Слишком много данных в одном запросе.' });
  });
}

function assertShallow(value: unknown, depthLeft: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depthLeft === 0)
    throw new ModelError(400, 'bad_json', `Запрос не разобран: вложенность JSON больше ${MAX_DEPTH}.`);
  for (const inner of Object.values(value)) assertShallow(inner, depthLeft - 1);
}
