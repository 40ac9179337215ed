import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/tables.ts';
import { notFound, overloaded } from '../errors.ts';
import { hasTag } from '../http/etag.ts';
import { findPublicArticle } from '../model/articles/articles.ts';
import { accentOf } from '../model/colour/accent.ts';
import { COVER_EDITION, drawCover } from '../model/drawings/cover.ts';
import { Drawings, makePoster } from '../model/drawings/drawings.ts';
import { drawIcon, FAVICON, ICONS, makeIcon, manifestOf } from '../model/drawings/icons.ts';
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

type Shown = Pick<Store, 'db' | 'images'>;

const FOREVER = 'public, max-age=31536000, immutable'; // The URL holds everything a cover depends on
const A_DAY = 'public, max-age=86400'; // Not immutable: drawings end with their article, icons change with the accent
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Concurrent reads of a poster's contents; they take no slot of cached answers. */
const READ_CONCURRENCY = 4;
const MAX_WAITING = 32;

const COVER = /^(\d{1,4})\/([0-9a-f]{6})\/([a-z0-9_-]{1,120})\.svg$/;
const OWN_POSTER = /^([a-z0-9_-]{1,120})-([0-9a-f]{12})\.jpg$/;
const PAGE_POSTER = /^(results|home|news|watch|vote|about|programme)-([0-9a-f]{12})\.jpg$/;

export async function drawingsApi(app: FastifyInstance, { store }: { store: Shown }): Promise<void> {
  const drawings = new Drawings();
  const inTurn = createLimit(READ_CONCURRENCY, MAX_WAITING, overloaded);
  let faces: Faces | undefined;

  // No database access: does not reveal which articles exist, and a flood costs microseconds each.
  app.get('/covers/*', async (request, reply) => {
    const [, edition, colour, slug] = COVER.exec(wildcard(request)) ?? [];
    if (!colour || !slug) throw noSuchPicture();
    if (edition !== String(COVER_EDITION)) return redirect(reply, `/covers/${COVER_EDITION}/${colour}/${slug}.svg`);
    const head = { type: 'image/svg+xml', cache: FOREVER, tag: `${colour}-${slug}` };
    return sendDrawing(request, reply, head, () => drawCover(slug, `#${colour}`));
  });

  serveIcons(app, store, drawings);

  /** `present` is the current version: older URLs, cached by messengers, redirect to it. */
  const sendPoster = async ({ request, reply, ...asked }: Poster, facts: PosterFacts, present = versionOf([facts])) => {
    if (asked.version !== present) return redirect(reply, `/og/${asked.page}-${present}.jpg`);
    const tag = versionOf([facts]);
    return sendDrawing(request, reply, { type: 'image/jpeg', cache: A_DAY, tag }, () =>
      drawings.get(tag, () => {
        faces ??= readFaces();
        return makePoster(store.images, faces, facts);
      }),
    );
  };

  const options = { config: { sheds: true } };
  for (const folder of ['news', 'programme'] as const)
    app.get(`/og/${folder}/*`, options, async (request, reply) => {
      const [, slug, version] = OWN_POSTER.exec(wildcard(request)) ?? [];
      const found = slug && (await inTurn(() => findSubject(store.db, folder, slug)));
      if (!found) throw noSuchPicture();
      if ('movedTo' in found) return redirect(reply, `/og/${folder}/${found.movedTo}-${version}.jpg`);
      const facts = await inTurn(() => readFacts(store.db, found));
      return sendPoster({ request, reply, page: `${folder}/${slug}`, version }, facts);
    });

  app.get('/og/*', options, async (request, reply) => {
    const [, page, version] = PAGE_POSTER.exec(wildcard(request)) ?? [];
    if (!page) throw noSuchPicture();
    if (page === 'results') {
      const facts = await inTurn(() => readResultsFacts(store.db));
      if (!facts) throw noSuchPicture();
      return sendPoster({ request, reply, page, version }, facts);
    }
    const facts = await inTurn(() => readPageFacts(store.db));
    return sendPoster({ request, reply, page, version }, facts[page as PosterPage], versionOf(Object.values(facts)));
  });
}

interface Poster {
  request: FastifyRequest;
  reply: FastifyReply;
  page: string; // in the address
  version: string | undefined;
}

async function findSubject(db: Db, folder: Subject['folder'], slug: string) {
  if (folder === 'programme') {
    const contestant = await findPublicContestant(db, slug);
    return contestant && contestantSubject(db, contestant);
  }
  const found = await findPublicArticle(db, slug);
  return found && 'article' in found ? articleSubject(found.article) : found;
}

function wildcard(request: FastifyRequest): string {
  return (request.params as { '*': string })['*'];
}

function redirect(reply: FastifyReply, to: string): FastifyReply {
  return reply.header('Cache-Control', 'no-cache').redirect(to, 302);
}

function noSuchPicture() {
  return notFound('Такой картинки нет.');
}

function serveIcons(app: FastifyInstance, { db, images }: Shown, drawings: Drawings): void {
  /** Cached until the next change, which may change the accent colour. */
  const serve = (address: string, type: string, make: (accent: string) => string | Promise<Buffer>) =>
    app.get(address, { config: { cached: 'pages' } }, async (_request, reply) => {
      const { value: texts } = await readShownSiteText(db);
      reply.headers({ 'Cache-Control': A_DAY, 'Content-Security-Policy': POLICY }).type(type);
      return make(accentOf(texts.accent_color));
    });

  serve('/icon.svg', 'image/svg+xml', (accent) => drawIcon(accent, 'tab'));
  for (const [address, icon] of Object.entries({ ...ICONS, '/favicon.ico': FAVICON }))
    serve(address, 'image/png', (accent) => drawings.get(`${address} ${accent}`, () => makeIcon(images, accent, icon)));

  app.get('/manifest.webmanifest', { config: { cached: 'pages' } }, async (_request, reply) => {
    const { value: texts } = await readShownSiteText(db);
    reply.type('application/manifest+json; charset=utf-8').header('Cache-Control', 'no-cache');
    return JSON.stringify(manifestOf(texts));
  });
}

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
