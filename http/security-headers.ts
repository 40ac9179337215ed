import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};
const HSTS = 'max-age=63072000'; // two years, over TLS only (RFC 6797, 7.2)
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

type Settings = Pick<Config, 'publicUrl' | 'hstsSubdomains'>;

/** Gives the security headers of a response. `isSecure`: it goes over TLS; always so where PUBLIC_URL is https. */
export function securityHeaders({ publicUrl, hstsSubdomains }: Settings) {
  const isAlwaysSecure = publicUrl?.startsWith('https://') ?? false;
  const hsts = hstsSubdomains ? `${HSTS}; includeSubDomains` : HSTS;
  const secure: Record<string, string> = { ...SECURITY_HEADERS, 'Strict-Transport-Security': hsts };
  return (isSecure = false): Record<string, string> => (isSecure || isAlwaysSecure ? secure : SECURITY_HEADERS);
}

/** Sets the security headers of every route; sign-in and panel API get `no-store`. */
export function setSecurityHeaders(app: FastifyInstance, settings: Settings): void {
  const headers = securityHeaders(settings);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers(request.protocol === 'https'));
    // The address of the route, however the request spells it.
    const { url = request.url } = request.routeOptions;
    if (/^\/api\/(auth|admin)\//.test(url)) reply.header('Cache-Control', 'no-store');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('Content-Security-Policy')) reply.header('Content-Security-Policy', CLOSED_POLICY);
  });
}
