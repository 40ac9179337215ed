import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ModelError } from '../errors.ts';

const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?\.?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
const MAX_URL = 8 * 1024;
const NAMELESS = ['/healthz', '/readyz']; // health checks of load balancers need no Host

/** Placeholder in shared responses without PUBLIC_URL. Random: no stored text can contain it. */
const TEMPLATE_HOST = `${randomBytes(10).toString('hex')}.invalid`;
const TEMPLATE_ORIGIN = `http://${TEMPLATE_HOST}`;

/** 400 for an invalid or repeated Host (RFC 9112, 3.2), which would reach links and caches; 414 for long URLs. */
export function checkTarget(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.url.length > MAX_URL) throw new ModelError(414, 'long_address', 'Слишком длинный адрес.');
    const isNameless = NAMELESS.includes(request.routeOptions.url ?? '');
    if (!hasOneHost(request.raw.rawHeaders) || (!isNameless && !isHost(request.host)))
      throw new ModelError(400, 'bad_host', 'Заголовок Host записан с ошибкой.');
  });
}

/** A name or address with an optional port, valid in a URL. */
export function isHost(host: string | undefined): boolean {
  return host !== undefined && HOST.test(host) && URL.canParse(`http://${host}`);
}

/** False for several Host headers: Node keeps the first only. `rawHeaders`: names and values in turn. */
export function hasOneHost(rawHeaders: readonly string[]): boolean {
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') seen += 1;
  }
  return seen < 2;
}

/** The site's origin for links: PUBLIC_URL, else a placeholder for `fillOrigin` (shared) or the visited origin. */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ?? (request.cacheKey ? TEMPLATE_ORIGIN : visitedOrigin(request));
}

export function namesOrigin(body: Buffer): boolean {
  return body.includes(TEMPLATE_HOST);
}

/** Replaces the placeholder: plain, URL-encoded (share links), with another scheme (webcal) or its hostname (calendar). */
export function fillOrigin(body: string, origin: string): string {
  const { host, hostname } = new URL(origin);
  return body
    .replaceAll(TEMPLATE_ORIGIN, origin)
    .replaceAll(encodeURIComponent(TEMPLATE_ORIGIN), encodeURIComponent(origin))
    .replaceAll(`//${TEMPLATE_HOST}`, `//${host}`)
    .replaceAll(TEMPLATE_HOST, hostname);
}

/** CSP script sources: PUBLIC_URL and, if different, the visited origin. In a CSP http:// allows https:// too. */
export function scriptSources(visited: string, publicUrl: string | undefined): string {
  const origins =
    publicUrl && publicUrl.replace(/^https:/, 'http:') !== visited.replace(/^https:/, 'http:')
      ? [publicUrl, visited]
      : [publicUrl ?? visited];
  return origins.map((origin) => `${origin}/assets/`).join(' ');
}

/** Origin the visitor used. A forwarded scheme other than https counts as http. */
export function visitedOrigin(request: FastifyRequest): string {
  return `${request.protocol === 'https' ? 'https' : 'http'}://${request.host.toLowerCase()}`;
}
