import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { FRAME_HOSTS } from '../model/embeds/embeds.ts';
import { fillOrigin } from './origin.ts';
import type { PageKind } from './url.ts';

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

/** Returns the security headers of a response. `isSecure`: sent over TLS; always true if PUBLIC_URL is https. */
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
    // The route's own URL, whatever the request's spelling.
    const { url = request.url } = request.routeOptions;
    if (/^\/api\/(auth|admin)\//.test(url)) reply.header('Cache-Control', 'no-store');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('Content-Security-Policy')) reply.header('Content-Security-Policy', CLOSED_POLICY);
  });
}

interface Stripped {
  body: string;
  scripts: string[];
  styles: string[];
}

/** Content-Security-Policy of a page. Pages are shared: hashes of our own inline code replace nonces. */
export function policyFor(
  kind: PageKind,
  inline: Pick<Stripped, 'scripts' | 'styles'>,
  sources: string,
  { playerHosts, publicUrl }: { playerHosts: string[]; publicUrl: string | undefined },
): string {
  const scripts = inline.scripts.map(hashOf);
  const styles = inline.styles.map(hashOf);
  // On all public pages: client-side navigation keeps the first document's policy.
  const embeds = kind === 'panel' ? [] : FRAME_HOSTS.filter((host) => !playerHosts.includes(host));
  const players = playerHosts.flatMap((host) => [`https://${host}`, `https://*.${host}`]);
  const frames = ["'self'", ...players, ...embeds.map((host) => `https://${host}`)];
  // Over TLS browsers upgrade image requests to https.
  const pictures = publicUrl?.startsWith('https:') ? "'self' https: data:" : "'self' http: https: data:";
  return [
    "default-src 'none'",
    ['script-src', sources, ...scripts].join(' '),
    kind === 'panel' ? "style-src 'self' 'unsafe-inline'" : ['style-src', "'self'", ...styles].join(' '),
    kind === 'panel' ? `img-src ${pictures} blob:` : `img-src ${pictures}`,
    "font-src 'self'",
    kind === 'player' ? "connect-src 'self' http: https:" : "connect-src 'self'",
    kind === 'player' ? "media-src 'self' blob: http: https:" : "media-src 'self'",
    ...(kind === 'player' ? ['worker-src blob:'] : []),
    "manifest-src 'self'",
    kind === 'player' ? "frame-src 'self'" : ['frame-src', ...frames].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    kind === 'player' ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
  ].join('; ');
}

/** Removes the `nonce` attributes with value `nonce` from a document and collects their contents. */
export function stripNonces({ body, nonce }: { body: string; nonce: string }): Stripped {
  const parts = body.split(` nonce="${nonce}"`);
  const found = { script: new Set<string>(), style: new Set<string>() };
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1] ?? '';
    const [, name] = /^<(script|style)\b/.exec(before.slice(before.lastIndexOf('<'))) ?? [];
    if (name !== 'script' && name !== 'style') continue;
    const content = part.slice(part.indexOf('>') + 1, part.indexOf(`</${name}>`));
    if (content) found[name].add(content);
  }
  return { body: parts.join(''), scripts: [...found.script], styles: [...found.style] };
}

/** Fills in `origin` (`fillOrigin`) and updates the hashes of the inline scripts that change. */
export function fillDocument(
  template: string,
  policy: string | undefined,
  origin: string,
): { body: string; policy: string | undefined } {
  const body = fillOrigin(template, origin);
  if (!policy) return { body, policy };
  let filled = policy;
  for (const script of inlineScripts(template)) {
    const after = fillOrigin(script, origin);
    if (after !== script) filled = filled.replace(hashOf(script), hashOf(after));
  }
  return { body, policy: filled };
}

function* inlineScripts(body: string): Generator<string> {
  for (let at = body.indexOf('<script'); at >= 0; at = body.indexOf('<script', at)) {
    const from = body.indexOf('>', at) + 1;
    at = body.indexOf('</script>', from);
    if (at < 0) return;
    if (at > from) yield body.slice(from, at);
  }
}

function hashOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
