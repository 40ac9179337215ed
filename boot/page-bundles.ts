import path from 'node:path';
import type { Site } from '../app/context.ts';
import { SERVER_BUILDS } from '../http/pages/build.ts';
import { kindOf } from '../http/pages/csp.ts';
import type { RenderPage } from '../http/pages/serve.ts';

type Pages = typeof import('../app/request-handler.ts');

/**
 * Renders with the build that has the page. The panel's carries its whole kit and is loaded when the first of its pages is asked
 * for: most servers are seen by visitors all day and by an editor now and then.
 */
export async function loadPages(site: Omit<Site, 'origin'>): Promise<RenderPage> {
  const load = async (name: 'site' | 'panel') =>
    ((await import(path.join(SERVER_BUILDS, name, 'index.js'))) as Pages).createPages(site);
  const renderSite = await load('site');
  let panel: Promise<RenderPage> | undefined;
  return async (page) => {
    if (kindOf(page.target) !== 'panel') return renderSite(page);
    panel ??= load('panel');
    return (await panel)(page);
  };
}
