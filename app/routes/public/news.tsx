import { mainTags } from '../../../model/articles/tags/tags.ts';
import { NEWS_HIDDEN, withoutSpoilers } from '../../../model/spoilers.ts';
import { NEWS_EXCERPT } from '../../../model/text/excerpt.ts';
import { toCardsAfter } from '../../cards.server.ts';
import { siteContext } from '../../context.ts';
import { Stage } from '../../ui/brand/stage.tsx';
import { ArticleCard } from '../../ui/cards/article-card.tsx';
import { LEAD_ON_PHONE } from '../../ui/cards/cover.tsx';
import { failedPage } from '../../ui/errors/failure.tsx';
import { breadcrumbs, headOf, unlistedHead } from '../../ui/head.ts';
import { siteOf } from '../../ui/site.ts';
import type { Route } from './+types/news.ts';
import { CardList, Pages, pageNumber, Tags } from './news/card-grid.tsx';
import styles from './news.module.css';

const PAGE_SIZE = 100;
const LEAD_SIZES = `(min-width:64rem) min(75vw,90rem),(min-width:40rem) 100vw,${LEAD_ON_PHONE}`;

export async function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { db, isSpoilerFree } = site;
  const page = pageNumber(url, '/news');
  if (page === undefined) throw new Response(null, { status: 404 });
  const [found, texts, tags] = await Promise.all([
    site.newsPages.page(page, PAGE_SIZE),
    site.texts(),
    mainTags(db, isSpoilerFree),
  ]);
  if (!found) throw new Response(null, { status: 404 });
  const { pinned, cards } = found;
  const listed = isSpoilerFree ? { pinned: undefined, cards: await withoutSpoilers(db, cards) } : { pinned, cards };
  return {
    title: texts.news_title,
    empty: isSpoilerFree ? NEWS_HIDDEN : texts.news_empty,
    page,
    pages: found.pages,
    tags,
    cards: await toCardsAfter(site, listed.pinned, listed.cards, NEWS_EXCERPT),
  };
}

export function meta({ loaderData, matches, error }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData) return unlistedHead(site, 'Новости', error);
  const { title, page } = loaderData;
  return headOf(site, {
    path: addressOf(page),
    title: page === 1 ? title : `${title}, страница ${page}`,
    description: `${title}. ${site.description}`,
    data: [breadcrumbs(site, [{ name: title, path: '/news' }])],
  });
}

export default function News({ loaderData: { title, empty, page, pages, tags, cards } }: Route.ComponentProps) {
  const [lead, ...others] = cards;
  return (
    <section key={page} className={lead ? 'page' : 'backdrop'}>
      {!lead && <Stage />}
      <h1 className={styles.title}>
        {title}
        {page > 1 && <small>страница {page}</small>}
      </h1>
      {tags.length > 0 && <Tags tags={tags} />}
      {!lead && <p>{empty}</p>}
      {lead && <ArticleCard card={lead} heading="h2" sizes={LEAD_SIZES} look="poster" isFirst />}
      {lead && <CardList cards={others} before={1} />}
      <Pages page={page} pages={pages} addressOf={addressOf} />
    </section>
  );
}

function addressOf(page: number): string {
  return page === 1 ? '/news' : `/news?page=${page}`;
}

export const ErrorBoundary = failedPage('Новости');
