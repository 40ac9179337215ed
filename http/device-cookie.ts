import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_REMEMBERED_FOR } from '../model/sessions/devices.ts';

/** Lets the login recognize a browser. Grants nothing and is sent to the login only. */
const NAME = 'rampa.device';
const SECURE = '__Secure-'; // over TLS only (RFC 6265bis, 4.1.3.1)
const PATH = '/api/auth';

/** Device token of the request's cookie; undefined without a well-formed one. */
export function readDeviceCookie({ headers }: FastifyRequest): string | undefined {
  return /(?:^|;\s*)(?:__Secure-)?rampa\.device=([\w-]{43})(?:;|$)/.exec(headers.cookie ?? '')?.[1];
}

/** Sets the device cookie for DEVICE_REMEMBERED_FOR; `Secure` and prefixed over TLS. */
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
