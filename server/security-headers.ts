import type { FastifyInstance } from 'fastify';

/** Headers of every answer, those that come before any route included. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};
/** Two years, told only where the site is reached by TLS (RFC 6797, 7.2); a browser ignores it elsewhere. */
const HSTS = 'max-age=63072000; includeSubDomains';
/** An answer that is no page loads and runs nothing. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

export function setSecurityHeaders(app: FastifyInstance, publicUrl: string | undefined): void {
  const isSecure = publicUrl?.startsWith('https://');
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    if (isSecure || request.protocol === 'https') reply.header('Strict-Transport-Security', HSTS);
    if (/^\/api\/(auth|admin)\//.test(request.url)) reply.header('Cache-Control', 'no-store');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('Content-Security-Policy')) reply.header('Content-Security-Policy', CLOSED_POLICY);
  });
}
