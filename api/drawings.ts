import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accentOf } from '../model/accent.ts';
import { findPublicArticle } from '../model/articles.ts';
import { COVER_EDITION, drawCover } from '../model/drawings/cover.ts';
import { ICONS, makeFavicon, makeIcon } from '../model/drawings/icons.ts';
import { drawIcon, FIELD } from '../model/drawings/mark.ts';
import { articleFacts, makePoster, type PosterFacts, pageFacts, versionOf } from '../model/drawings/posters.ts';
import { Drawings } from '../model/drawings.ts';
import { notFound } from '../model/errors.ts';
import { readShownSiteText } from '../model/site-text.ts';
import type { Store } from '../model/write.ts';

type Options = { store: Pick<Store, 'db' | 'pictures'> };

/** A cover's address says all that it depends on. */
const FOREVER = 'public, max-age=31536000, immutable';
/** A poster goes when its article does, and icons change with the accent. */
const A_DAY = 'public, max-age=86400';

const COVER = /^(\d{1,4})\/([0-9a-f]{6})\/([\w-]{1,120})\.svg$/;
/** Messengers that hold an older address of a poster are sent on to the present one. */
const ARTICLE_POSTER = /^([\w-]{1,120})-([0-9a-f]{12})\.jpg$/;
const PAGE_POSTER = /^(home|news|watch|vote|about)-([0-9a-f]{12})\.jpg$/;

/** Pictures that nobody uploads: covers of articles without one, posters for messengers, icons, and the manifest that names them. */
export async function drawingsApi(app: FastifyInstance, { store }: Options): Promise<void> {
  const drawings = new Drawings();
  const accent = async () => accentOf((await readShownSiteText(store.db)).value.accent_color);
  const get = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    app.get(url, { schema: { hide: true } }, handler);

  // Drawn without looking anything up: whether there is such an article shows nowhere, and a flood costs a few microseconds each.
  get('/covers/*', async (request, reply) => {
    const [, edition, colour, slug] = COVER.exec(wildcard(request)) ?? [];
    if (!colour || !slug || slug !== slug.toLowerCase()) throw noSuchPicture();
    // A page that was open while the server was renewed.
    if (edition !== String(COVER_EDITION)) return movedOn(reply, `/covers/${COVER_EDITION}/${colour}/${slug}.svg`);
    return send(request, reply, { type: 'image/svg+xml', cache: FOREVER, tag: `${colour}-${slug}` }, () =>
      drawCover(slug, `#${colour}`),
    );
  });

  get('/og/news/*', async (request, reply) => {
    const [, slug = '', version] = ARTICLE_POSTER.exec(wildcard(request)) ?? [];
    if (!version) throw noSuchPicture();
    const found = await findPublicArticle(store.db, slug);
    if (!found || 'movedTo' in found) throw noSuchPicture();
    const { value: texts } = await readShownSiteText(store.db);
    const facts = articleFacts(texts, found.article);
    const present = versionOf([facts]);
    if (version !== present) return movedOn(reply, `/og/news/${slug}-${present}.jpg`);
    return sendPoster(request, reply, present, facts);
  });

  get('/og/*', async (request, reply) => {
    const [, page, version] = PAGE_POSTER.exec(wildcard(request)) ?? [];
    if (!page) throw noSuchPicture();
    const facts = await pageFacts(store.db);
    const present = versionOf(Object.values(facts));
    if (version !== present) return movedOn(reply, `/og/${page}-${present}.jpg`);
    return sendPoster(request, reply, present, facts[page as keyof typeof facts]);
  });

  function sendPoster(request: FastifyRequest, reply: FastifyReply, version: string, facts: PosterFacts) {
    const make = () => drawings.get(versionOf([facts]), () => makePoster(store.pictures, facts));
    return send(request, reply, { type: 'image/jpeg', cache: A_DAY, tag: version }, make);
  }

  get('/icon.svg', async (request, reply) => {
    const colour = await accent();
    return send(request, reply, { type: 'image/svg+xml', cache: A_DAY, tag: colour.slice(1) }, () =>
      drawIcon(colour, 'tab'),
    );
  });

  get('/favicon.ico', async (request, reply) => {
    const colour = await accent();
    const make = () => drawings.get(`ico ${colour}`, () => makeFavicon(store.pictures, colour));
    return send(request, reply, { type: 'image/x-icon', cache: A_DAY, tag: colour.slice(1) }, make);
  });

  for (const [address, icon] of Object.entries(ICONS)) {
    get(address, async (request, reply) => {
      const colour = await accent();
      const make = () => drawings.get(`${address} ${colour}`, () => makeIcon(store.pictures, colour, icon));
      return send(request, reply, { type: 'image/png', cache: A_DAY, tag: colour.slice(1) }, make);
    });
  }

  app.get(
    '/manifest.webmanifest',
    { config: { cached: () => [] }, schema: { hide: true } },
    async (_request, reply) => {
      const { value: texts } = await readShownSiteText(store.db);
      reply.type('application/manifest+json; charset=utf-8').header('Cache-Control', 'no-cache');
      return JSON.stringify(
        manifest(texts.site_name, texts.header_logo.trim() || texts.site_name, texts.site_description),
      );
    },
  );
}

/** W3C Web Application Manifest: the site as a phone keeps it among its programs. */
function manifest(name: string, shortName: string, description: string): object {
  const purposes = Object.entries(ICONS).filter(([, { shape }]) => shape !== 'square');
  const icons = purposes.map(([src, { size, shape }]) => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: shape === 'maskable' ? 'maskable' : 'any',
  }));
  return {
    ...{ id: '/', start_url: '/', scope: '/', name, short_name: shortName, description, lang: 'ru', dir: 'ltr' },
    ...{ display: 'minimal-ui', theme_color: FIELD, background_color: FIELD },
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }, ...icons],
  };
}

interface Sent {
  type: string;
  cache: string;
  /** The entity tag without its quotes: it changes when the bytes do. */
  tag: string;
}

/** Headers first: a reader who has the picture costs no drawing. Drawings run nothing and load nothing. */
async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, cache, tag }: Sent,
  make: () => string | Promise<Buffer>,
): Promise<FastifyReply> {
  const etag = `"${tag}"`;
  const known = request.headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, ''));
  const isKnown = known?.includes(etag) || known?.includes('*');
  const bytes = isKnown ? undefined : await make();
  reply.headers({ 'Cache-Control': cache, ETag: etag, 'Content-Security-Policy': DRAWING_POLICY });
  return bytes === undefined ? reply.status(304).send() : reply.type(type).send(bytes);
}

const DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** To the present version; the next one may be another. */
function movedOn(reply: FastifyReply, to: string): FastifyReply {
  return reply.header('Cache-Control', 'no-cache').redirect(to, 302);
}

function wildcard(request: FastifyRequest): string {
  return (request.params as { '*': string })['*'];
}

function noSuchPicture() {
  return notFound('Такой картинки нет.');
}
