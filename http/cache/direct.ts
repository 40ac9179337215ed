import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../../config.ts';
import { hasOneHost, isHost, scriptSources } from '../origin.ts';
import { prefersSpoilerFree } from '../spoilers.ts';
import type { PageCache } from './page-cache.ts';
import { sendDirectly } from './send.ts';

type Serve = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Old addresses of home, which redirects look at. */
const NUMBERED = /^\/\?p(?:age_id)?=/;

/** Sends fresh responses before Fastify's router; false when none was sent. */
export function serveDirectly(
  cache: PageCache,
  { publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>,
): Serve {
  // Forwarded scheme and host are known only to Fastify.
  if (trustProxy.length > 0 && !publicUrl) return () => false;
  let lastHost: string | undefined;
  return (request, response) => {
    const { method, url = '', headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false;
    if (prefersSpoilerFree(headers.cookie)) return false;
    if ((headers.host !== lastHost || lastHost === undefined) && !isHost(headers.host)) return false;
    if (!hasOneHost(request.rawHeaders)) return false;
    lastHost = headers.host;
    if (NUMBERED.test(url)) return false;
    const fresh = cache.fresh(url);
    if (!fresh || (fresh.status === 404 && cache.redirects.has(url))) return false;
    const visited = `http://${headers.host}`;
    const visit = { origin: publicUrl ?? visited, sources: scriptSources(visited, publicUrl) };
    if (!sendDirectly(request, response, fresh, visit)) return false;
    cache.count('hits');
    return true;
  };
}
