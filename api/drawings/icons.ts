import type { FastifyInstance } from 'fastify';
import { accentOf } from '../../model/colour/accent.ts';
import type { Drawings } from '../../model/drawings/drawings.ts';
import { ICONS, makeFavicon, makeIcon } from '../../model/drawings/icons.ts';
import { drawIcon, FIELD } from '../../model/drawings/mark.ts';
import { readShownSiteText } from '../../model/settings/site-text.ts';
import type { Store } from '../../model/store.ts';
import { A_DAY, sendDrawing } from './answer.ts';

type Options = { store: Pick<Store, 'db' | 'images'>; drawings: Drawings };

export async function iconsApi(app: FastifyInstance, { store, drawings }: Options): Promise<void> {
  const accent = async () => accentOf((await readShownSiteText(store.db)).value.accent_color);

  app.get('/icon.svg', { schema: { hide: true } }, async (request, reply) => {
    const colour = await accent();
    const head = { type: 'image/svg+xml', cache: A_DAY, tag: colour.slice(1) };
    return sendDrawing(request, reply, head, () => drawIcon(colour, 'tab'));
  });

  app.get('/favicon.ico', { schema: { hide: true } }, async (request, reply) => {
    const colour = await accent();
    const make = () => drawings.get(`/favicon.ico ${colour}`, () => makeFavicon(store.images, colour));
    return sendDrawing(request, reply, { type: 'image/x-icon', cache: A_DAY, tag: colour.slice(1) }, make);
  });

  for (const [address, icon] of Object.entries(ICONS)) {
    app.get(address, { schema: { hide: true } }, async (request, reply) => {
      const colour = await accent();
      const make = () => drawings.get(`${address} ${colour}`, () => makeIcon(store.images, colour, icon));
      return sendDrawing(request, reply, { type: 'image/png', cache: A_DAY, tag: colour.slice(1) }, make);
    });
  }

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
