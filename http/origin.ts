import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ModelError } from '../errors.ts';

const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?\.?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
/** Characters of an address; the headers all together are limited by Node (16 KiB). */
const MAX_URL = 8 * 1024;
/** A load balancer's plain check knows no names. */
const NAMELESS = ['/healthz', '/readyz'];

/** Stands for the site's host in shared answers while PUBLIC_URL is not set. Random: no stored text can contain it. */
const TEMPLATE_HOST = `${randomBytes(10).toString('hex')}.invalid`;
const TEMPLATE_ORIGIN = `http://${TEMPLATE_HOST}`;

/** Refuses a Host header that is no host or comes twice (RFC 9112, 3.2): it would end up in links, feeds and caches. */
export function checkTarget(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.url.length > MAX_URL) throw new ModelError(414, 'long_address', 'Слишком длинный адрес.');
    const isNameless = NAMELESS.includes(request.routeOptions.url ?? '');
    if (!hasOneHost(request.raw.rawHeaders) || (!isNameless && !isHost(request.host)))
      throw new ModelError(400, 'bad_host', 'Заголовок Host записан с ошибкой.');
  });
}

/** A name or address with an optional port, as an absolute address can hold it. */
export function isHost(host: string | undefined): boolean {
  return host !== undefined && HOST.test(host) && URL.canParse(`http://${host}`);
}

/** False when several Host lines came: Node keeps the first of them and drops the others. `rawHeaders` are names and values in turn. */
export function hasOneHost(rawHeaders: readonly string[]): boolean {
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') seen += 1;
  }
  return seen < 2;
}

/**
 * The site's own address for links, feeds and Open Graph: as configured, else as the visitor reached it. An answer that is shared between
 * visitors gets a placeholder instead, which `fillOrigin` replaces for each origin: so no Host header makes an answer of its own.
 */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ?? (request.cacheKey ? TEMPLATE_ORIGIN : visitedOrigin(request));
}

/** Whether `fillOrigin` would change this body. */
export function namesOrigin(body: Buffer): boolean {
  return body.includes(TEMPLATE_HOST);
}

/** Puts `origin` where `originOf` left the placeholder: as it is, URL-encoded (share links), or its hostname alone (calendar). */
export function fillOrigin(body: string, origin: string): string {
  return body
    .replaceAll(TEMPLATE_ORIGIN, origin)
    .replaceAll(encodeURIComponent(TEMPLATE_ORIGIN), encodeURIComponent(origin))
    .replaceAll(TEMPLATE_HOST, new URL(origin).hostname);
}

/** What a page's policy lets its scripts come from, for this visitor. */
export function policySources(request: FastifyRequest, publicUrl: string | undefined): string {
  return scriptSources(visitedOrigin(request), publicUrl);
}

/**
 * The site's address and the one the visitor used, where they differ: a proxy may hide the name, and a site with a PUBLIC_URL
 * also works when it is opened by another one. A policy that names http:// fits https:// too.
 */
export function scriptSources(visited: string, publicUrl: string | undefined): string {
  const origins =
    publicUrl && publicUrl.replace(/^https:/, 'http:') !== visited.replace(/^https:/, 'http:')
      ? [publicUrl, visited]
      : [publicUrl ?? visited];
  return origins.map((origin) => `${origin}/assets/`).join(' ');
}

/** The address by which this visitor came. A forwarded scheme is believed only when it is one of the two. */
export function visitedOrigin(request: FastifyRequest): string {
  return `${request.protocol === 'https' ? 'https' : 'http'}://${request.host.toLowerCase()}`;
}
