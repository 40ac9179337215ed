import type { FastifyInstance } from 'fastify';
import { accentOf } from '../../model/colour/accent.ts';
import type { Drawings } from '../../model/drawings/drawings.ts';
import { ICONS, makeFavicon, makeIcon } from '../../model/drawings/icons.ts';
import { drawIcon, FIELD } from '../../model/drawings/mark.ts';
import { readShownSiteText } from '../../model/settings/site-text.ts';
import type { Store } from '../../model/store.ts';
import { A_DAY, POLICY } from './answer.ts';

type Options = { store: Pick<Store, 'db' | 'images'>; drawings: Drawings };

export async function iconsApi(app: FastifyInstance, { store, drawings }: Options): Promise<void> {
  /** Kept until the next change, which may be that of the accent. */
  const serve = (address: string, type: string, make: (accent: string) => string | Promise<Buffer>) =>
    app.get(address, { config: { cached: 'pages' }, schema: { hide: true } }, async (_request, reply) => {
      const { value: texts } = await readShownSiteText(store.db);
      reply.headers({ 'Cache-Control': A_DAY, 'Content-Security-Policy': POLICY }).type(type);
      return make(accentOf(texts.accent_color));
    });

  serve('/icon.svg', 'image/svg+xml', (accent) => drawIcon(accent, 'tab'));
  serve('/favicon.ico', 'image/x-icon', (accent) =>
    drawings.get(`/favicon.ico ${accent}`, () => makeFavicon(store.images, accent)),
  );
  for (const [address, icon] of Object.entries(ICONS))
    serve(address, 'image/png', (accent) =>
      drawings.get(`${address} ${accent}`, () => makeIcon(store.images, accent, icon)),
    );

  app.get('/manifest.webmanifest', { config: { cached: 'pages' }, schema: { hide: true } }, async (_request, reply) => {
    const { value: texts } = await readShownSiteText(store.db);
    reply.type('application/manifest+json; charset=utf-8').header('Cache-Control', 'no-cache');
    return JSON.stringify(
      manifest(texts.site_name, texts.header_logo.trim() || texts.site_name, texts.site_description),
    );
  });
}

function manifest(name: string, shortName: string, description: string): object {
  const sized = Object.entries(ICONS).map(([src, { size, shape }]) => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: shape === 'maskable' ? 'maskable' : 'any',
  }));
  return {
    ...{ id: '/', start_url: '/', scope: '/', name, short_name: shortName, description, lang: 'ru', dir: 'ltr' },
    ...{ display: 'minimal-ui', theme_color: FIELD, background_color: FIELD },
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }, ...sized],
  };
}
