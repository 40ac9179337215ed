import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/tables.ts';
import { notFound, overloaded } from '../errors.ts';
import { hasTag } from '../http/etag.ts';
import { findPublicArticle } from '../model/articles/articles.ts';
import { accentOf } from '../model/colour/accent.ts';
import { COVER_EDITION, drawCover } from '../model/drawings/cover.ts';
import { Drawings, makePoster } from '../model/drawings/drawings.ts';
import { drawIcon, FAVICON, FIELD, ICONS, makeIcon } from '../model/drawings/icons.ts';
import {
  articleSubject,
  contestantSubject,
  type PosterFacts,
  type PosterPage,
  readFacts,
  readPageFacts,
  readResultsFacts,
  type Subject,
  versionOf,
} from '../model/drawings/posters.ts';
import { type Faces, readFaces } from '../model/drawings/words.ts';
import { createLimit } from '../model/limit.ts';
import { findPublicContestant } from '../model/programme/contestants.ts';
import { readShownSiteText } from '../model/settings/site-text.ts';
import type { Store } from '../model/store.ts';

type Options = { store: Pick<Store, 'db' | 'images'> };

const FOREVER = 'public, max-age=31536000, immutable'; // The URL holds everything a cover depends on

/** Concurrent reads of a poster's contents; they take no slot of cached answers. */
const READ_CONCURRENCY = 4;
const MAX_WAITING = 32;

const COVER = /^(\d{1,4})\/([0-9a-f]{6})\/([a-z0-9_-]{1,120})\.svg$/;
const OWN_POSTER = /^([a-z0-9_-]{1,120})-([0-9a-f]{12})\.jpg$/;
const RESULTS_POSTER = /^results-([0-9a-f]{12})\.jpg$/;
const PAGE_POSTER = /^(home|news|watch|vote|about|programme)-([0-9a-f]{12})\.jpg$/;

export async function drawingsApi(app: FastifyInstance, { store }: Options): Promise<void> {
  const drawings = new Drawings();
  const inTurn = createLimit(READ_CONCURRENCY, MAX_WAITING, overloaded);
  let faces: Faces | undefined;

  // No database access: does not reveal which articles exist, and a flood costs microseconds each.
  app.get('/covers/*', async (request, reply) => {
    const [, edition, colour, slug] = COVER.exec(wildcard(request)) ?? [];
    if (!colour || !slug) throw noSuchPicture();
    if (edition !== String(COVER_EDITION)) return movedOn(reply, `/covers/${COVER_EDITION}/${colour}/${slug}.svg`);
    const head = { type: 'image/svg+xml', cache: FOREVER, tag: `${colour}-${slug}` };
    return sendDrawing(request, reply, head, () => drawCover(slug, `#${colour}`));
  });

  serveIcons(app, store, drawings);

  /** `present` is the version that the address should name: older URLs held by messengers redirect to it. */
  const sendPoster = async (asked: Asked, facts: PosterFacts, present = versionOf([facts])) => {
    const { request, reply, page, version } = asked;
    if (version !== present) return movedOn(reply, `/og/${page}-${present}.jpg`);
    const tag = versionOf([facts]);
    return sendDrawing(request, reply, { type: 'image/jpeg', cache: A_DAY, tag }, () =>
      drawings.get(tag, () => {
        faces ??= readFaces();
        return makePoster(store.images, faces, facts);
      }),
    );
  };

  const options = { config: { sheds: true } };
  for (const [folder, find] of Object.entries(SUBJECTS))
    app.get(`/og/${folder}/*`, options, async (request, reply) => {
      const [, slug, version] = OWN_POSTER.exec(wildcard(request)) ?? [];
      const found = slug && (await inTurn(() => find(store.db, slug)));
      if (!found) throw noSuchPicture();
      if ('movedTo' in found) return movedOn(reply, `/og/${folder}/${found.movedTo}-${version}.jpg`);
      const facts = await inTurn(() => readFacts(store.db, found));
      return sendPoster({ request, reply, page: `${folder}/${slug}`, version }, facts);
    });

  app.get('/og/*', options, async (request, reply) => {
    const [, ofResults] = RESULTS_POSTER.exec(wildcard(request)) ?? [];
    if (ofResults) {
      const facts = await inTurn(() => readResultsFacts(store.db));
      if (!facts) throw noSuchPicture();
      return sendPoster({ request, reply, page: 'results', version: ofResults }, facts);
    }
    const [, page, version] = PAGE_POSTER.exec(wildcard(request)) ?? [];
    if (!page) throw noSuchPicture();
    const facts = await inTurn(() => readPageFacts(store.db));
    return sendPoster({ request, reply, page, version }, facts[page as PosterPage], versionOf(Object.values(facts)));
  });
}

interface Asked {
  request: FastifyRequest;
  reply: FastifyReply;
  page: string; // in the address
  version: string | undefined;
}

const SUBJECTS: Record<
  Subject['folder'],
  (db: Db, slug: string) => Promise<Subject | { movedTo: string } | undefined>
> = {
  async news(db, slug) {
    const found = await findPublicArticle(db, slug);
    return found && 'article' in found ? articleSubject(found.article) : found;
  },
  async programme(db, slug) {
    const found = await findPublicContestant(db, slug);
    return found && contestantSubject(db, found);
  },
};

function wildcard(request: FastifyRequest): string {
  return (request.params as { '*': string })['*'];
}

function movedOn(reply: FastifyReply, to: string): FastifyReply {
  return reply.header('Cache-Control', 'no-cache').redirect(to, 302);
}

function noSuchPicture() {
  return notFound('Такой картинки нет.');
}

function serveIcons(app: FastifyInstance, store: Options['store'], drawings: Drawings): void {
  /** Kept until the next change, which may be that of the accent. */
  const serve = (address: string, type: string, make: (accent: string) => string | Promise<Buffer>) =>
    app.get(address, { config: { cached: 'pages' } }, async (_request, reply) => {
      const { value: texts } = await readShownSiteText(store.db);
      reply.headers({ 'Cache-Control': A_DAY, 'Content-Security-Policy': POLICY }).type(type);
      return make(accentOf(texts.accent_color));
    });

  serve('/icon.svg', 'image/svg+xml', (accent) => drawIcon(accent, 'tab'));
  for (const [address, icon] of Object.entries({ ...ICONS, '/favicon.ico': FAVICON }))
    serve(address, 'image/png', (accent) =>
      drawings.get(`${address} ${accent}`, () => makeIcon(store.images, accent, icon)),
    );

  app.get('/manifest.webmanifest', { config: { cached: 'pages' } }, async (_request, reply) => {
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

const A_DAY = 'public, max-age=86400'; // Not immutable: drawings end with their article, icons change with the accent

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

async function sendDrawing(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, cache, tag }: { type: string; cache: string; tag: string },
  make: () => string | Promise<Buffer>,
): Promise<FastifyReply> {
  const bytes = hasTag(request.headers, tag) ? undefined : await make();
  reply.headers({ 'Cache-Control': cache, ETag: `"${tag}"`, 'Content-Security-Policy': POLICY });
  return bytes === undefined ? reply.status(304).send() : reply.type(type).send(bytes);
}
