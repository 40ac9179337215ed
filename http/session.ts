import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../db/tables.ts';
import { ModelError } from '../errors.ts';
import { findSession, type Session } from '../model/sessions/sessions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers without a token. Everything else under /api is closed. */
    public?: boolean;
  }
  interface FastifyRequest {
    session: Session | undefined;
  }
}

/** Closes every route under /api that is not opened by name. Runs before a body is read. */
export function guard(app: FastifyInstance, { db }: { db: Db }): void {
  app.decorateRequest('session', undefined);
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.public || !request.routeOptions.url?.startsWith('/api/')) return;
    const token = bearerToken(request);
    request.session = token === undefined ? undefined : await findSession(db, token);
    if (!request.session) throw signInFirst();
  });
}

/** Whose call it is, on a route that the guard has closed. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw signInFirst();
  return request.session;
}

/** 401 for a call without a token, or with one that is unknown, revoked or has run out. */
function signInFirst(): ModelError {
  return new ModelError(401, 'unauthorized', 'Войдите в панель: сеанс не начат или уже закончился.');
}

/** On a public route: whether the caller is an administrator. A bad token is a visitor. */
export async function isAdmin(request: FastifyRequest, db: Db): Promise<boolean> {
  const token = bearerToken(request);
  return token !== undefined && (await findSession(db, token)) !== undefined;
}

/** The token of `Authorization: Bearer …` (RFC 6750, 2.1). */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^bearer +([\w.~+/-]{1,200}=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}
