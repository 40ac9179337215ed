import type { FastifyInstance } from 'fastify';

const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};
const HSTS = 'max-age=63072000; includeSubDomains'; // two years, over TLS only (RFC 6797, 7.2)
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

export function securityHeaders(isSecure: boolean): Record<string, string> {
  return isSecure ? { ...SECURITY_HEADERS, 'Strict-Transport-Security': HSTS } : SECURITY_HEADERS;
}

export function isSecureAddress(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https://') ?? false;
}

/** Sets the security headers of every route; sign-in and panel API get `no-store`. */
export function setSecurityHeaders(app: FastifyInstance, publicUrl: string | undefined): void {
  const isSecure = isSecureAddress(publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(isSecure || request.protocol === 'https'));
    // The address of the route, however the request spells it.
    const { url = request.url } = request.routeOptions;
    if (/^\/api\/(auth|admin)\//.test(url)) reply.header('Cache-Control', 'no-store');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('Content-Security-Policy')) reply.header('Content-Security-Policy', CLOSED_POLICY);
  });
}
