// The only server file built by Vite: in the module graph of the pages, so that context keys exist once.

import { randomUUID } from 'node:crypto';
import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { PageAnswer, RenderPage } from '../http/pages/serve.ts';
import { readChoices } from '../http/view-choices.ts';
import { readShownSiteText, type SiteText } from '../model/settings/site-text.ts';
import { type SharedSite, siteContext } from './context.ts';
import { reading, withFailures } from './failure.server.ts';

/** Returns the function that renders a page (`/news`) or its data (`/news.data`). */
export function createPages(site: SharedSite): RenderPage {
  const handle = createRequestHandler({ ...build, routes: withReading(build.routes) }, import.meta.env.MODE);
  return async ({ origin, target, unsaved }): Promise<PageAnswer> => {
    const context = new RouterContextProvider();
    const choices = readChoices(target.split('?', 2)[1] ?? '');
    const nonce = randomUUID();
    let shown: Promise<SiteText> | undefined;
    const texts = () => (shown ??= readShownSiteText(site.db, unsaved?.texts).then(({ value }) => value));
    context.set(siteContext, { ...site, ...choices, origin, nonce, texts, ...(unsaved && { unsaved }) });
    // No visitor headers are passed: a response depends on its URL alone and can be shared.
    // Concatenated: as a relative URL `//host/` would name another host.
    const { made, failed } = await withFailures(async () => {
      const response = await handle(new Request(origin + target), context);
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
    });
    return { ...made, failed, nonce };
  };
}

/** Public pages render a failed read themselves. */
function withReading(routes: ServerBuild['routes']): ServerBuild['routes'] {
  const wrapped = Object.entries(routes).map(([id, route]) => {
    const load = route?.parentId === 'routes/public/layout' && route.module.loader;
    return [id, load ? { ...route, module: { ...route.module, loader: reading(load) } } : route];
  });
  return Object.fromEntries(wrapped);
}
