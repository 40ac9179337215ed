import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useFetcher, useLocation } from 'react-router';
import { mainTags } from '../../../model/articles/tags/tags.ts';
import { NEWS_HIDDEN, withoutSpoilers } from '../../../model/spoilers.ts';
import { NEWS_EXCERPT } from '../../../model/text/excerpt.ts';
import { type Card, toCardsAfter } from '../../cards.server.ts';
import { siteContext } from '../../context.ts';
import { readTexts } from '../../texts.server.ts';
import { Stage } from '../../ui/brand/stage.tsx';
import { ArticleCard } from '../../ui/cards/article-card.tsx';
import { LEAD_ON_PHONE } from '../../ui/cards/cover.tsx';
import { failedPage } from '../../ui/errors/failure.tsx';
import { breadcrumbs, headOf, unlistedHead } from '../../ui/head.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { siteOf } from '../../ui/site.ts';
import type { Route } from './+types/news.ts';
import { CardList, Pages, pageNumber, Tags } from './news/card-grid.tsx';
import styles from './news.module.css';

const PAGE_SIZE = 100;
const LEAD_SIZES = `(min-width:64rem) min(75vw,90rem),(min-width:40rem) 100vw,${LEAD_ON_PHONE}`;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, newsPages, isSpoilerFree } = context.get(siteContext);
  const page = pageNumber(url, '/news');
  if (page === undefined) throw new Response(null, { status: 404 });
  const [found, { value: texts }, tags] = await Promise.all([
    newsPages.page(page, PAGE_SIZE),
    readTexts(context),
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
    cards: await toCardsAfter(db, listed.pinned, listed.cards, NEWS_EXCERPT),
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

export default function News({ loaderData }: Route.ComponentProps) {
  return <List key={loaderData.page} {...loaderData} />;
}

function List({ title, empty, page, pages, tags, cards }: Listed) {
  const list = useRef<HTMLDivElement>(null);
  const { shown, ...more } = useMore(page, cards, list);
  const [lead, ...others] = shown;
  return (
    <section className={cards.length === 0 ? 'backdrop' : 'page'}>
      {cards.length === 0 && <Stage />}
      <h1 className={styles.title}>
        {title}
        {page > 1 && <small>страница {page}</small>}
      </h1>
      {tags.length > 0 && <Tags tags={tags} />}
      {cards.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <div ref={list}>
          {lead && <ArticleCard card={lead} heading="h2" sizes={LEAD_SIZES} look="poster" isFirst />}
          <CardList cards={others} before={1} />
        </div>
      )}
      <Pages page={page} pages={pages} addressOf={addressOf}>
        {more.last < pages && <More {...more} />}
      </Pages>
    </section>
  );
}

function More({ last, isLoading, showMore }: Omit<ReturnType<typeof useMore>, 'shown'>) {
  const append = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!isLoading) showMore();
  };
  return (
    <PageLink className="pill" to={addressOf(last + 1)} rel="next" onClick={append} aria-busy={isLoading}>
      Показать ещё
    </PageLink>
  );
}

type Listed = Route.ComponentProps['loaderData'];

interface Added {
  cards: Card[];
  last: number;
}

/** By history entry: Back restores the length of the list, and so the scroll position. */
const addedBefore = new Map<string, Added>();
const REMEMBERED = 20;

/** Cards of this page and added ones, without duplicates, as new articles shift cards. Focuses the first new card. */
function useMore(page: number, cards: Card[], list: RefObject<HTMLElement | null>) {
  const { key } = useLocation();
  const { load, data, state } = useFetcher<typeof loader>();
  const [added, setAdded] = useState<Added>(() => addedBefore.get(key) ?? { cards: [], last: page });
  const hasAsked = useRef(false);
  const known = new Set(cards.map(({ slug }) => slug));
  const shown = [...cards, ...added.cards.filter(({ slug }) => !known.has(slug))];

  useEffect(() => {
    if (!hasAsked.current || data?.page !== added.last + 1) return;
    setAdded({ cards: [...added.cards, ...data.cards], last: data.page });
  }, [data, added]);

  useEffect(() => {
    if (added.last === page) return;
    addedBefore.set(key, added);
    if (addedBefore.size > REMEMBERED) addedBefore.delete(addedBefore.keys().next().value ?? '');
  }, [added, key, page]);

  const count = useRef(shown.length);
  useEffect(() => {
    if (!hasAsked.current || shown.length <= count.current) return;
    list.current?.querySelectorAll('article')[count.current]?.querySelector('a')?.focus({ preventScroll: true });
    hasAsked.current = false;
    count.current = shown.length;
  }, [shown.length, list]);

  return {
    shown,
    last: added.last,
    isLoading: state !== 'idle',
    showMore() {
      hasAsked.current = true;
      count.current = shown.length;
      void load(addressOf(added.last + 1));
    },
  };
}

function addressOf(page: number): string {
  return page === 1 ? '/news' : `/news?page=${page}`;
}

export const ErrorBoundary = failedPage('Новости');
