import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../db/tables.ts';
import { ModelError } from '../errors.ts';
import { findSession, type Session } from '../model/sessions/sessions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    public?: boolean;
  }
  interface FastifyRequest {
    session: Session | undefined;
  }
}

/** 401 without a valid token on /api routes that are not `public`, before the body is read. */
export function guard(app: FastifyInstance, { db }: { db: Db }): void {
  app.decorateRequest('session', undefined);
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.public || !request.routeOptions.url?.startsWith('/api/')) return;
    const token = bearerToken(request);
    request.session = token === undefined ? undefined : await findSession(db, token);
    if (!request.session) throw signInFirst();
  });
}

/** Session of a request on a closed route; 401 without one. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw signInFirst();
  return request.session;
}

function signInFirst(): ModelError {
  return new ModelError(401, 'unauthorized', 'Войдите в панель: сеанс не начат или уже закончился.');
}

/** Whether a request to a public route has a valid token; a bad one is ignored. */
export async function isAdmin(request: FastifyRequest, db: Db): Promise<boolean> {
  const token = bearerToken(request);
  return token !== undefined && (await findSession(db, token)) !== undefined;
}

/** Token of `Authorization: Bearer …` (RFC 6750, 2.1). */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^bearer +([\w.~+/-]{1,200}=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}
