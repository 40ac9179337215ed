import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ModelError } from '../model/errors.ts';

const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?\.?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Refuses a Host header that is no host: it would end up in links, feeds and caches. */
export function checkHost(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!HOST.test(request.host)) throw new ModelError(400, 'bad_host', 'Заголовок Host записан с ошибкой.');
  });
}

/** The site's own address for links, feeds and Open Graph: as configured, else as the visitor reached it. */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ?? `${request.protocol}://${request.host.toLowerCase()}`;
}

/**
 * The origin whose scripts a page may run: where the visitor really is, so that a site with a PUBLIC_URL also works
 * when it is opened by another address.
 */
export function policyOrigin(request: FastifyRequest, publicUrl: string | undefined): string {
  return isPublicHost(request.host, publicUrl) ? (publicUrl ?? '') : `${request.protocol}://${request.host}`;
}

/** The same for a request that no application has looked at yet. A policy that names http:// also fits https://. */
export function hostOrigin(host: string, publicUrl: string | undefined): string {
  return isPublicHost(host, publicUrl) ? (publicUrl ?? '') : `http://${host}`;
}

function isPublicHost(host: string, publicUrl: string | undefined): boolean {
  return publicUrl?.endsWith(`://${host}`) ?? false;
}
