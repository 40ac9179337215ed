import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../errors.ts';
import { findPublicArticle } from '../../model/articles/articles.ts';
import { COVER_EDITION, drawCover } from '../../model/drawings/cover.ts';
import { Drawings } from '../../model/drawings/drawings.ts';
import { makePoster } from '../../model/drawings/making.ts';
import { type Faces, readFaces } from '../../model/drawings/outlines.ts';
import {
  articleFacts,
  type PosterFacts,
  type PosterPage,
  readPageFacts,
  versionOf,
} from '../../model/drawings/posters.ts';
import { readShownSiteText } from '../../model/settings/site-text.ts';
import type { Store } from '../../model/store.ts';
import { A_DAY, sendDrawing } from './answer.ts';
import { iconsApi } from './icons.ts';

type Options = { store: Pick<Store, 'db' | 'images'> };

/** A cover's address says all that it depends on. */
const FOREVER = 'public, max-age=31536000, immutable';

const COVER = /^(\d{1,4})\/([0-9a-f]{6})\/([a-z0-9_-]{1,120})\.svg$/;
const ARTICLE_POSTER = /^([a-z0-9_-]{1,120})-([0-9a-f]{12})\.jpg$/;
const PAGE_POSTER = /^(home|news|watch|vote|about)-([0-9a-f]{12})\.jpg$/;

/** Pictures that nobody uploads: covers of articles without one, posters for messengers, icons. */
export async function drawingsApi(app: FastifyInstance, { store }: Options): Promise<void> {
  const drawings = new Drawings();
  let faces: Faces | undefined;
  await app.register(iconsApi, { store, drawings });

  // Drawn without looking anything up: whether there is such an article shows nowhere, and a flood costs microseconds each.
  app.get('/covers/*', { schema: { hide: true } }, async (request, reply) => {
    const [, edition, colour, slug] = COVER.exec(wildcard(request)) ?? [];
    if (!colour || !slug) throw noSuchPicture();
    // A page that was open while the server was renewed.
    if (edition !== String(COVER_EDITION)) return movedOn(reply, `/covers/${COVER_EDITION}/${colour}/${slug}.svg`);
    const head = { type: 'image/svg+xml', cache: FOREVER, tag: `${colour}-${slug}` };
    return sendDrawing(request, reply, head, () => drawCover(slug, `#${colour}`));
  });

  // A messenger that holds an older address of a poster is sent on to the present one.
  app.get('/og/news/*', { config: { sheds: true }, schema: { hide: true } }, async (request, reply) => {
    const [, slug, version] = ARTICLE_POSTER.exec(wildcard(request)) ?? [];
    if (!slug || !version) throw noSuchPicture();
    const found = await findPublicArticle(store.db, slug);
    if (!found) throw noSuchPicture();
    if ('movedTo' in found) return movedOn(reply, `/og/news/${found.movedTo}-${version}.jpg`);
    const { value: texts } = await readShownSiteText(store.db);
    const facts = articleFacts(texts, found.article);
    const present = versionOf([facts]);
    if (version !== present) return movedOn(reply, `/og/news/${slug}-${present}.jpg`);
    return sendPoster(request, reply, facts);
  });

  app.get('/og/*', { config: { sheds: true }, schema: { hide: true } }, async (request, reply) => {
    const [, page, version] = PAGE_POSTER.exec(wildcard(request)) ?? [];
    if (!page) throw noSuchPicture();
    const facts = await readPageFacts(store.db);
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

function wildcard(request: FastifyRequest): string {
  return (request.params as { '*': string })['*'];
}

/** To the present version; the next one may be another. */
function movedOn(reply: FastifyReply, to: string): FastifyReply {
  return reply.header('Cache-Control', 'no-cache').redirect(to, 302);
}

function noSuchPicture() {
  return notFound('Такой картинки нет.');
}
