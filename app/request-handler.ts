// The only server file built by Vite: in the module graph of the pages, so that context keys exist once.

import { randomUUID } from 'node:crypto';
import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { PageAnswer, RenderPage } from '../http/pages/serve.ts';
import { hidesSpoilers } from '../http/view-choices.ts';
import { nonceContext, type Site, siteContext } from './context.ts';
import { reading, withFailures } from './failure.server.ts';

/** Returns the function that renders a page (`/news`) or its data (`/news.data`). */
export function createPages(site: Omit<Site, 'origin' | 'isSpoilerFree' | 'unsaved'>): RenderPage {
  const handle = createRequestHandler({ ...build, routes: withReading(build.routes) }, import.meta.env.MODE);
  return async ({ origin, target, unsaved }): Promise<PageAnswer> => {
    const context = new RouterContextProvider();
    const isSpoilerFree = hidesSpoilers(target.split('?', 2)[1] ?? '');
    context.set(siteContext, { ...site, origin, isSpoilerFree, ...(unsaved && { unsaved }) });
    const nonce = randomUUID();
    context.set(nonceContext, nonce);
    // No visitor headers are passed: a response depends on its URL alone and can be shared.
    // Concatenated: as a relative URL `//host/` would name another host.
    const { made, failed } = await withFailures(async () => {
      const response = await handle(new Request(origin + target), context);
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
    });
    return { ...made, failed, nonce };
  };
}

/** Pages of visitors say by themselves that their data could not be read. */
function withReading(routes: ServerBuild['routes']): ServerBuild['routes'] {
  const wrapped = Object.entries(routes).map(([id, route]) => {
    const load = route?.parentId === 'routes/public/layout' && route.module.loader;
    return [id, load ? { ...route, module: { ...route.module, loader: reading(load) } } : route];
  });
  return Object.fromEntries(wrapped);
}
