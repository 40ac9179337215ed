import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/tables.ts';
import { notFound, overloaded } from '../../errors.ts';
import { findPublicArticle } from '../../model/articles/articles.ts';
import { COVER_EDITION, drawCover } from '../../model/drawings/cover.ts';
import { Drawings, makePoster } from '../../model/drawings/drawings.ts';
import { type Faces, readFaces } from '../../model/drawings/outlines.ts';
import {
  type PosterFacts,
  type PosterPage,
  readArticleFacts,
  readContestantFacts,
  readPageFacts,
  versionOf,
} from '../../model/drawings/posters.ts';
import { createLimit } from '../../model/limit.ts';
import { findPublicContestant } from '../../model/programme/contestants.ts';
import type { Store } from '../../model/store.ts';
import { A_DAY, sendDrawing } from './answer.ts';
import { iconsApi } from './icons.ts';

type Options = { store: Pick<Store, 'db' | 'images'> };

/** The URL holds everything a cover depends on. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Of reading what is on a poster, which takes no place of the cached answers. */
const READ_AT_ONCE = 4;
const MOST_WAITING = 32;

const COVER = /^(\d{1,4})\/([0-9a-f]{6})\/([a-z0-9_-]{1,120})\.svg$/;
const OWN_POSTER = /^([a-z0-9_-]{1,120})-([0-9a-f]{12})\.jpg$/;
const PAGE_POSTER = /^(home|news|watch|vote|about|programme)-([0-9a-f]{12})\.jpg$/;

export async function drawingsApi(app: FastifyInstance, { store }: Options): Promise<void> {
  const drawings = new Drawings();
  const inTurn = createLimit(READ_AT_ONCE, MOST_WAITING, overloaded);
  let faces: Faces | undefined;
  await app.register(iconsApi, { store, drawings });

  // No database access: does not reveal which articles exist, and a flood costs microseconds each.
  app.get('/covers/*', { schema: { hide: true } }, async (request, reply) => {
    const [, edition, colour, slug] = COVER.exec(wildcard(request)) ?? [];
    if (!colour || !slug) throw noSuchPicture();
    if (edition !== String(COVER_EDITION)) return movedOn(reply, `/covers/${COVER_EDITION}/${colour}/${slug}.svg`);
    const head = { type: 'image/svg+xml', cache: FOREVER, tag: `${colour}-${slug}` };
    return sendDrawing(request, reply, head, () => drawCover(slug, `#${colour}`));
  });

  // Older URLs held by messengers redirect to the current one.
  app.get('/og/news/*', { config: { sheds: true }, schema: { hide: true } }, async (request, reply) => {
    const [, slug, version] = OWN_POSTER.exec(wildcard(request)) ?? [];
    if (!slug || !version) throw noSuchPicture();
    const facts = await inTurn(() => factsOfArticle(store.db, slug));
    if (!facts) throw noSuchPicture();
    if ('movedTo' in facts) return movedOn(reply, `/og/news/${facts.movedTo}-${version}.jpg`);
    const present = versionOf([facts]);
    if (version !== present) return movedOn(reply, `/og/news/${slug}-${present}.jpg`);
    return sendPoster(request, reply, facts);
  });

  app.get('/og/programme/*', { config: { sheds: true }, schema: { hide: true } }, async (request, reply) => {
    const [, slug, version] = OWN_POSTER.exec(wildcard(request)) ?? [];
    const facts = slug && (await inTurn(() => factsOfContestant(store.db, slug)));
    if (!facts) throw noSuchPicture();
    const present = versionOf([facts]);
    if (version !== present) return movedOn(reply, `/og/programme/${slug}-${present}.jpg`);
    return sendPoster(request, reply, facts);
  });

  app.get('/og/*', { config: { sheds: true }, schema: { hide: true } }, async (request, reply) => {
    const [, page, version] = PAGE_POSTER.exec(wildcard(request)) ?? [];
    if (!page) throw noSuchPicture();
    const facts = await inTurn(() => readPageFacts(store.db));
    const present = versionOf(Object.values(facts));
    if (version !== present) return movedOn(reply, `/og/${page}-${present}.jpg`);
    return sendPoster(request, reply, facts[page as PosterPage]);
  });

  function sendPoster(request: FastifyRequest, reply: FastifyReply, facts: PosterFacts): Promise<FastifyReply> {
    const version = versionOf([facts]);
    return sendDrawing(request, reply, { type: 'image/jpeg', cache: A_DAY, tag: version }, () =>
      drawings.get(version, () => {
        faces ??= readFaces();
        return makePoster(store.images, faces, facts);
      }),
    );
  }
}

async function factsOfArticle(db: Db, slug: string): Promise<PosterFacts | { movedTo: string } | undefined> {
  const found = await findPublicArticle(db, slug);
  return found && 'article' in found ? readArticleFacts(db, found.article) : found;
}

async function factsOfContestant(db: Db, slug: string): Promise<PosterFacts | undefined> {
  const found = await findPublicContestant(db, slug);
  return found && readContestantFacts(db, found);
}

function wildcard(request: FastifyRequest): string {
  return (request.params as { '*': string })['*'];
}

function movedOn(reply: FastifyReply, to: string): FastifyReply {
  return reply.header('Cache-Control', 'no-cache').redirect(to, 302);
}

function noSuchPicture() {
  return notFound('Такой картинки нет.');
}
