import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/tables.ts';
import { forbiddenRole, ModelError } from '../errors.ts';
import { DEVICE_LIFETIME } from '../model/sessions/devices.ts';
import { findSession, type Session } from '../model/sessions/sessions.ts';
import { forwardingHeader, isLoopback } from '../ops/proxy-detection.ts';
import { ADMINISTRATORS, type Role, roleNames } from '../roles.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    public?: boolean;
    /** Roles that may call it; on a public route, roles that get the stored form. Default: administrators. */
    roles?: readonly Role[];
    asksPassword?: boolean; // Requires password confirmation: the route could be used to take over another account
  }
  interface FastifyRequest {
    session: Session | undefined;
  }
}

/**
 * On /api routes that are not `public`: 401 without a valid token, 403 when the role may not call it, before
 * the body is read. The role is read with the session each time: role changes take effect at once on every server. 403
 * `password_required` if password confirmation is needed. An author's rights on one article: `model/articles/row.ts`.
 */
export function guard(app: FastifyInstance, { db }: { db: Db }): void {
  app.decorateRequest('session', undefined);
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.public || !request.routeOptions.url?.startsWith('/api/')) return;
    request.session = await admit(request, db);
  });
  // A body may take 30 s to arrive: session and role are checked again, as they may have been revoked.
  app.addHook('preHandler', async (request) => {
    if (!request.session || request.method === 'GET' || request.method === 'HEAD') return;
    request.session = await admit(request, db);
  });
}

/** The session, if its role may call the route and required confirmation was given. 401, 403. */
async function admit(request: FastifyRequest, db: Db): Promise<Session> {
  const session = await readSession(request, db);
  if (!session) throw signInFirst();
  const { roles = ADMINISTRATORS, asksPassword } = request.routeOptions.config;
  if (!roles.includes(session.role)) throw forbiddenRole(forbiddenMessage(roles, session));
  if (asksPassword && !session.isConfirmed)
    throw new ModelError(403, 'password_required', 'Действие не выполнено: сначала введите ещё раз свой пароль.');
  return session;
}

/** Session of a request on a closed route; 401 without one. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw signInFirst();
  return request.session;
}

function signInFirst(): ModelError {
  return new ModelError(401, 'unauthorized', 'Войдите в панель: сеанс не начат или уже закончился.');
}

/** Whether a call of a public route gets the stored form, by its token's role; an invalid token is ignored. */
export async function readsStored(request: FastifyRequest, db: Db): Promise<boolean> {
  const { roles } = request.routeOptions.config;
  const session = await readSession(request, db);
  return session !== undefined && roles?.includes(session.role) === true;
}

async function readSession(request: FastifyRequest, db: Db): Promise<Session | undefined> {
  const token = bearerToken(request);
  return token === undefined ? undefined : findSession(db, token);
}

function forbiddenMessage(roles: readonly Role[], { role }: Session): string {
  const names = roles.map((each) => `«${roleNames[each]}»`);
  const list = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' или ');
  return `Для этого нужна роль ${list}, а ваша — «${roleNames[role]}».`;
}

/** Token of `Authorization: Bearer …` (RFC 6750, 2.1). */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^bearer +([\w.~+/-]{1,200}=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Lets the login recognize a browser. Grants nothing and is sent to the login only. */
const DEVICE_COOKIE = 'rampa.device';
const SECURE = '__Secure-'; // over TLS only (RFC 6265bis, 4.1.3.1)
const DEVICE_PATH = '/api/auth';

/** Device token of the request's cookie; undefined without a well-formed one. */
export function readDeviceCookie({ headers }: FastifyRequest): string | undefined {
  return /(?:^|;\s*)(?:__Secure-)?rampa\.device=([\w-]{43})(?:;|$)/.exec(headers.cookie ?? '')?.[1];
}

/** Sets the device cookie for DEVICE_LIFETIME; `Secure` and prefixed over TLS. */
export function setDeviceCookie(reply: FastifyReply, token: string, publicUrl: string | undefined): void {
  const isSecure = publicUrl?.startsWith('https://') || reply.request.protocol === 'https';
  const parts = [
    `${isSecure ? SECURE : ''}${DEVICE_COOKIE}=${token}`,
    `Path=${DEVICE_PATH}`,
    `Max-Age=${DEVICE_LIFETIME / 1000}`,
    'HttpOnly',
    'SameSite=Strict',
  ];
  reply.header('Set-Cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; '));
}

/** A program on this machine, or the bearer of METRICS_TOKEN. Local proxies forward remote requests: a forwarding header rules them out. */
export function isInsider(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined && isEqualSecret(bearerToken(request) ?? '', token)) return true;
  return isLoopback(request.socket.remoteAddress ?? '') && forwardingHeader(request) === undefined;
}

/** Constant time, whatever the length. */
function isEqualSecret(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
