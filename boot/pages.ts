import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Site } from '../app/context.ts';
import type { RenderPage } from '../http/pages/serve.ts';
import { SERVER_BUILDS } from '../ops/build/pages.ts';
import type { AppOptions } from './app.ts';

type Pages = typeof import('../app/request-handler.ts');

/** The panel's bundle is loaded on its first request: most servers rarely need it. */
export async function loadPages(site: Omit<Site, 'origin' | 'isSpoilerFree'>): Promise<RenderPage> {
  const load = async (name: 'site' | 'panel') =>
    ((await import(pathToFileURL(path.join(SERVER_BUILDS, name, 'index.js')).href)) as Pages).createPages(site);
  const renderSite = await load('site');
  let panel: Promise<RenderPage> | undefined;
  return async (page) => {
    if (!page.isPanel) return renderSite(page);
    panel ??= load('panel');
    return (await panel)(page);
  };
}

export async function createDevPages(
  site: Parameters<typeof import('../app/request-handler.ts').createPages>[0],
): Promise<Pick<AppOptions, 'renderPage' | 'before'>> {
  const { createServer } = await import('vite');
  const vite = await createServer({ configLoader: 'native', server: { middlewareMode: true } });
  const renderPage: RenderPage = async (page) => {
    const { createPages } = (await vite.ssrLoadModule(
      '/app/request-handler.ts',
    )) as typeof import('../app/request-handler.ts');
    return createPages(site)(page);
  };
  return { renderPage, before: (request, response, next) => void vite.middlewares(request, response, next) };
}
