import { MAX_QUERY } from '../../../model/search/query.ts';
import { searchSite } from '../../../model/search/search.ts';
import { NEWS_HIDDEN } from '../../../model/spoilers.ts';
import { formatDate } from '../../../model/text/date.ts';
import { unescapeMarkup } from '../../../model/text/markup.ts';
import { newestOf } from '../../cards.server.ts';
import { siteContext } from '../../context.ts';
import { failedPage } from '../../ui/errors/failure.tsx';
import { unlistedHead } from '../../ui/head.ts';
import { LinkRow, PageLink } from '../../ui/page-link.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { siteOf, useSite } from '../../ui/site.ts';
import { DateText } from '../../ui/time/time.tsx';
import type { Route } from './+types/search.ts';
import { CardGrid } from './news/card-grid.tsx';
import styles from './search.module.css';

const TITLE = 'Поиск';
const MAX_RESULTS = 50;
const LATEST = 3;

export async function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { db, isSpoilerFree } = site;
  const q = (url.searchParams.get('q') ?? '').trim().slice(0, MAX_QUERY).toWellFormed();
  const hidden = isSpoilerFree ? NEWS_HIDDEN : '';
  const titleOf = async () => (await site.texts()).home_news_title;
  const nothing = async () => ({ q, hidden, title: await titleOf(), cards: await newestOf(site, LATEST) });
  if (q === '') return nothing();
  const found = await searchSite(db, q, { limit: MAX_RESULTS, isSpoilerFree });
  if (found.total === 0) return nothing();
  const results = found.results.map(({ kind, url, title, excerpt, date }) => ({
    ...{ kind, url, title: title.replaceAll(' — ', '\u00a0— ') },
    excerpt: excerpt.split(/<\/?mark>/).map(unescapeMarkup), // Every second part is a match
    ...(date && { day: { date, text: formatDate(date) } }),
  }));
  // The group with the best match comes first.
  const groups = [...Map.groupBy(results, ({ kind }) => kind)].map(([kind, of]) => ({ kind, results: of }));
  return { q, understood: found.understood, total: found.total, shown: results.length, groups };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const q = loaderData?.q;
  return unlistedHead(siteOf(matches), q ? `${q} — поиск` : TITLE);
}

export default function Search({ loaderData }: Route.ComponentProps) {
  return (
    <section className="page stack">
      <h1>{TITLE}</h1>
      <SearchForm key={loaderData.q} q={loaderData.q} isLarge />
      {'groups' in loaderData ? <Found {...loaderData} /> : <Nothing {...loaderData} />}
    </section>
  );
}

export const ErrorBoundary = failedPage(TITLE);

type Loaded = Route.ComponentProps['loaderData'];

function Found({ q, understood, total, shown, groups }: Extract<Loaded, { groups: object[] }>) {
  return (
    <>
      <div className={`stack ${styles.said}`} role="status">
        {understood !== null && (
          <p>
            По запросу «{q}» ничего не нашлось. Показано то, что есть по запросу <b>«{understood}»</b>.
          </p>
        )}
        <p>
          Нашлось: {total}
          {total > shown && `. Показаны самые подходящие (${shown}): добавьте слово, чтобы сузить поиск`}.
        </p>
      </div>
      {groups.length > 1 && (
        <nav className="pills" aria-label="Что нашлось">
          {groups.map(({ kind, results }) => (
            <a key={kind} href={`#${kind}`}>
              {GROUPS[kind]} {total === shown && results.length}
            </a>
          ))}
        </nav>
      )}
      {groups.map(({ kind, results }) => (
        <section key={kind} className={`part ${styles.group}`} aria-labelledby={kind}>
          <h2 id={kind}>{GROUPS[kind]}</h2>
          <ol>
            {results.map(({ url, title, excerpt, day }) => (
              <li key={url} className="stack">
                {day && <DateText {...day} />}
                <h3>
                  <PageLink className="whole" to={url}>
                    {title}
                  </PageLink>
                </h3>
                <p>
                  {excerpt.map((part, at) =>
                    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never move
                    at % 2 === 1 ? <mark key={at}>{part}</mark> : part,
                  )}
                </p>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

const GROUPS = { news: 'Новости', page: 'Страницы', contestant: 'Участники', edition: 'Фестивали' };

function Nothing({ q, hidden, title, cards }: Exclude<Loaded, { groups: object[] }>) {
  const hasProgramme = useSite()?.hasProgramme;
  return (
    <>
      <div className={`stack ${styles.said}`} role="status">
        {q ? (
          <>
            <p>
              По запросу <b>«{q}»</b> ничего не нашлось.
            </p>
            <p>Проверьте, нет ли опечатки, или напишите одно слово вместо нескольких.</p>
            {hidden && <p>{hidden}</p>}
          </>
        ) : (
          <p>Ищет по новостям, страницам, участникам и итогам. Слово можно написать в любой форме.</p>
        )}
        <LinkRow>
          <PageLink to="/news">К новостям</PageLink>
          {hasProgramme && <PageLink to="/programme">К программе</PageLink>}
        </LinkRow>
      </div>
      {cards.length > 0 && (
        <section className={`part ${styles.group}`} aria-labelledby="latest">
          <h2 id="latest">{title}</h2>
          <CardGrid cards={cards} heading="h3" />
        </section>
      )}
    </>
  );
}
