import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_REMEMBERED_FOR } from '../model/sessions/devices.ts';

/**
 * By it the login knows a browser again. It opens nothing, and it is sent to nothing but the login: no page and no public answer can
 * depend on it.
 */
const NAME = 'rampa.device';
/** With this before its name a browser takes the cookie from nobody but a site with TLS (RFC 6265bis, 4.1.3.1). */
const SECURE = '__Secure-';
const PATH = '/api/auth';

/** The token in the browser's cookie; undefined without one, or with one that cannot be ours. */
export function readDeviceCookie({ headers }: FastifyRequest): string | undefined {
  return /(?:^|;\s*)(?:__Secure-)?rampa\.device=([\w-]{43})(?:;|$)/.exec(headers.cookie ?? '')?.[1];
}

/** Kept by the browser as long as it is remembered here, from the last login on. */
export function setDeviceCookie(reply: FastifyReply, token: string, publicUrl: string | undefined): void {
  const isSecure = publicUrl?.startsWith('https://') || reply.request.protocol === 'https';
  const parts = [
    `${isSecure ? SECURE : ''}${NAME}=${token}`,
    `Path=${PATH}`,
    `Max-Age=${DEVICE_REMEMBERED_FOR / 1000}`,
    'HttpOnly',
    'SameSite=Strict',
  ];
  reply.header('Set-Cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; '));
}
