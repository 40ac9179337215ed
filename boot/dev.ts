import type { RenderPage } from '../http/pages/serve.ts';
import type { AppOptions } from './app.ts';

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
