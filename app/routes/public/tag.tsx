import { withSpoilers } from '../../../http/view-choices.ts';
import { mainTags, tagPage } from '../../../model/articles/tags/tags.ts';
import { NEWS_HIDDEN, withoutSpoilers } from '../../../model/spoilers.ts';
import { NEWS_EXCERPT } from '../../../model/text/excerpt.ts';
import { toCards } from '../../cards.server.ts';
import { siteContext } from '../../context.ts';
import { failedPage } from '../../ui/errors/failure.tsx';
import { breadcrumbs, feedLinks, headOf, unlistedHead } from '../../ui/head.ts';
import { siteOf } from '../../ui/site.ts';
import type { Route } from './+types/tag.ts';
import { CardList, Pages, pageNumber, Tags } from './news/card-grid.tsx';
import styles from './news.module.css';

const PAGE_SIZE = 100;

export async function loader({ params: { slug }, url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { db, isSpoilerFree } = site;
  const page = pageNumber(url, `/news/tag/${slug}`);
  const found = page === undefined ? undefined : await tagPage(db, slug, page, PAGE_SIZE);
  if (!page || !found) throw new Response(null, { status: 404 });
  const cards = isSpoilerFree ? await withoutSpoilers(db, found.cards) : found.cards;
  return {
    ...found,
    slug,
    page,
    feed: withSpoilers(isSpoilerFree, `/news/tag/${slug}/feed.xml`, ''),
    tags: await mainTags(db, isSpoilerFree, slug),
    empty: isSpoilerFree ? NEWS_HIDDEN : '',
    cards: await toCards(site, cards, NEWS_EXCERPT),
  };
}

export function meta({ loaderData, matches, error }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData) return unlistedHead(site, 'Новости', error);
  const { title, slug, page } = loaderData;
  const name = `Новости с тегом «${title}»`;
  const steps = [
    { name: 'Новости', path: '/news' },
    { name: title, path: addressOf(slug, 1) },
  ];
  const head = headOf(site, {
    path: addressOf(slug, page),
    title: page === 1 ? name : `${name}, страница ${page}`,
    description: `${name}. ${site.description}`,
    ...(site.posters && { poster: `/og/news-${site.posters}.jpg` }),
    data: [breadcrumbs(site, steps)],
  });
  return [...head, ...feedLinks(name, `/news/tag/${slug}/feed`, site.isSpoilerFree)];
}

export default function TagPage({ loaderData }: Route.ComponentProps) {
  const { slug, title, page, cards, empty } = loaderData;
  return (
    <section className="page">
      <h1 className={styles.title}>
        {title}
        {page > 1 && <small>страница {page}</small>}
      </h1>
      <Tags tags={loaderData.tags} />
      {cards.length === 0 && <p>{empty}</p>}
      <CardList cards={cards} />
      <Pages page={page} pages={loaderData.pages} addressOf={(at) => addressOf(slug, at)} />
      <p className={`quiet ${styles.feed}`}>
        <a href={loaderData.feed}>RSS</a>
      </p>
    </section>
  );
}

export const ErrorBoundary = failedPage('Новости');

function addressOf(slug: string, page: number): string {
  return `/news/tag/${slug}${page === 1 ? '' : `?page=${page}`}`;
}
