import type { FastifyInstance } from 'fastify';

const SECURITY_HEADERS = {
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

/** Headers of every answer, those that come before any route included. */
export function securityHeaders(isSecure: boolean): Record<string, string> {
  return isSecure ? { ...SECURITY_HEADERS, 'Strict-Transport-Security': HSTS } : SECURITY_HEADERS;
}

/** Whether the site's own address says that it is reached by TLS. */
export function isSecureAddress(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https://') ?? false;
}

export function setSecurityHeaders(app: FastifyInstance, publicUrl: string | undefined): void {
  const isSecure = isSecureAddress(publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(isSecure || request.protocol === 'https'));
    if (/^\/api\/(auth|admin)\//.test(request.url)) reply.header('Cache-Control', 'no-store');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('Content-Security-Policy')) reply.header('Content-Security-Policy', CLOSED_POLICY);
  });
}
