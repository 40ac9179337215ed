import { data, redirect } from 'react-router';
import { NEWS_EXCERPT } from '../../../model/excerpt.ts';
import { readShownSiteText } from '../../../model/site-text.ts';
import { toCards } from '../../cards.server.ts';
import { siteContext } from '../../context.ts';
import { read } from '../../failure.server.ts';
import { ArticleCard } from '../../ui/article-card.tsx';
import { FailedPage, NO_ANSWER } from '../../ui/failure.tsx';
import { headOf, unlistedHead } from '../../ui/head.ts';
import { NOT_FOUND, NotFound } from '../../ui/not-found.tsx';
import { CARD_ON_PHONE, LEAD_ON_PHONE } from '../../ui/picture-sizes.ts';
import { siteOf } from '../../ui/site.ts';
import { breadcrumbs, collection } from '../../ui/structured-data.ts';
import type { Route } from './+types/news.ts';
import { Pages } from './news/pages.tsx';
import styles from './news.module.css';

/** Cards on one page of the list. */
const PAGE_SIZE = 100;

export function loader({ request, url, context }: Route.LoaderArgs) {
  const { db, newsPages } = context.get(siteContext);
  return read(request, async () => {
    const page = pageNumber(url.searchParams.get('page'));
    if (page === undefined) return data({ isMissing: true as const }, { status: 404 });
    const [found, { value: texts }] = await Promise.all([newsPages.page(page, PAGE_SIZE), readShownSiteText(db)]);
    if (!found) return data({ isMissing: true as const }, { status: 404 });
    return {
      title: texts.news_title,
      empty: texts.news_empty,
      page,
      pages: found.pages,
      cards: await toCards(db, found.cards, NEWS_EXCERPT),
    };
  });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData || 'failure' in loaderData) return unlistedHead(site, 'Новости');
  if ('isMissing' in loaderData) return unlistedHead(site, NOT_FOUND);
  const { title, page, cards } = loaderData;
  const path = page === 1 ? '/news' : `/news?page=${page}`;
  return headOf(site, {
    path,
    title: page === 1 ? title : `${title}, страница ${page}`,
    description: `${title}. ${site?.description ?? ''}`,
    data: site
      ? [
          breadcrumbs(site, [
            { name: 'Главная', path: '/' },
            { name: title, path: '/news' },
          ]),
          collection(site, { name: title, path, articles: cards }),
        ]
      : [],
  });
}

export default function News({ loaderData }: Route.ComponentProps) {
  if ('failure' in loaderData) return <FailedPage title="Новости" text={`Ошибка: ${loaderData.failure}`} />;
  if ('isMissing' in loaderData) return <NotFound />;
  const { title, empty, page, pages, cards } = loaderData;
  return (
    <section className={styles.news}>
      <h1 className={styles.title}>
        {title}
        {page > 1 && <small>страница {page}</small>}
      </h1>
      {cards.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <div className={styles.cards}>
          {cards.map((card, at) => (
            <ArticleCard
              key={card.slug}
              card={card}
              heading="h2"
              sizes={sizesAt(at)}
              isLead={at === 0}
              isFirst={at === 0}
            />
          ))}
        </div>
      )}
      <Pages page={page} pages={pages} />
    </section>
  );
}

export function ErrorBoundary() {
  return <FailedPage title="Новости" text={`Ошибка: ${NO_ANSWER}`} />;
}

const LEAD_SIZES = `(min-width:64rem) min(61vw,73rem),(min-width:40rem) 100vw,${LEAD_ON_PHONE}`;
/** Four, five and seven twelfths of the page. */
const [THIRD_SIZES, NARROW_SIZES, WIDE_SIZES] = ['min(33vw,40rem)', 'min(41vw,50rem)', 'min(58vw,70rem)'].map(
  (width) => `(min-width:64rem) ${width},(min-width:40rem) 50vw,${CARD_ON_PHONE}`,
);

/** How wide the card at this place of the list is: the beat of the grid's styles, counted from 0. */
function sizesAt(at: number) {
  if (at === 0) return LEAD_SIZES;
  if (at % 10 === 4 || at % 10 === 0) return WIDE_SIZES;
  return at % 10 === 5 || at % 10 === 9 ? NARROW_SIZES : THIRD_SIZES;
}

/** The first page has one address. Undefined for what is no whole number. */
function pageNumber(asked: string | null): number | undefined {
  if (asked === null) return 1;
  if (asked === '1') throw redirect('/news', { status: 301, headers: { 'Cache-Control': 'no-cache' } });
  return /^[1-9]\d{0,6}$/.test(asked) ? Number(asked) : undefined;
}
