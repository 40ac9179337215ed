import { hasWinner } from '../../../model/results/board.ts';
import type { Results } from '../../../model/results/schema.ts';
import { lengthText } from '../../../model/text/size.ts';
import { siteContext } from '../../context.ts';
import { Cover, LEAD_ON_PHONE } from '../../ui/cards/cover.tsx';
import { failedPage } from '../../ui/errors/failure.tsx';
import { Partners } from '../../ui/frame/partners.tsx';
import { breadcrumbs, headOf, unlistedHead } from '../../ui/head.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { Board } from '../../ui/results/board.tsx';
import { usePaced } from '../../ui/results/paced.ts';
import { type Site, siteOf } from '../../ui/site.ts';
import type { Route } from './+types/edition.ts';
import { Body } from './article/body.tsx';
import styles from './history/edition.module.css';
import { readShownEdition, type WholeEdition } from './history/history.server.ts';
import { CardGrid } from './news/card-grid.tsx';
import { musicEvent } from './programme/events.ts';
import { ShowSection } from './programme/show-section.tsx';
import { Podium } from './results/podium.tsx';
import { PointsTable } from './results/points-table.tsx';

const FAILED = 'Фестиваль';
const POSTER = `(min-width:64rem) 50vw,${LEAD_ON_PHONE}`;

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const shown = await readShownEdition(context.get(siteContext), slug);
  if (!shown) throw new Response(null, { status: 404 });
  return shown;
}

export function meta({ loaderData, matches, error }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData) return unlistedHead(site, FAILED, error);
  const { slug, title, days, place, sharePicture } = loaderData;
  const path = `/history/${slug}`;
  const above = { name: 'История', path: '/history' };
  return headOf(site, {
    path,
    title,
    description: [`${title}: участники, итоги и баллы`, days, place].filter(Boolean).join(', '),
    poster: sharePicture ?? `/og/home-${site.posters}.jpg`,
    data: [breadcrumbs(site, [above, { name: title, path }]), ...eventsOf(site, loaderData, path)],
  });
}

function eventsOf(site: Site, { title, dates, place, shows, contestants }: WholeEdition, path: string): object[] {
  const [startDate = shows[0]?.start.at, endDate] = dates.map((day) => day ?? undefined);
  const performersIn = ({ order }: (typeof shows)[number]) => order.flatMap((each) => contestants[each] ?? []);
  const subEvent = shows.map((show) => musicEvent(site, show, performersIn(show), path));
  if (startDate === undefined) return subEvent;
  const location = place ? { '@type': 'Place', name: place, address: place } : undefined;
  const url = `${site.origin}${path}`;
  return [{ '@type': 'Festival', name: title, url, startDate, endDate, location, subEvent }];
}

export default function Edition({ loaderData: edition }: Route.ComponentProps) {
  const { title, days, place, hosts, poster, slug, story, shows, contestants, recordings, news, partners } = edition;
  const parts = [
    ...edition.results.map(({ show }) => [`results-${show?.id}`, `Итоги: ${show?.title}`]),
    ...recordings.map(({ title }, at) => [`recording-${at}`, `Запись: ${title}`]),
    ...shows.map((show) => [`show-${show.id}`, shows.length > 1 ? show.title : 'Участники']),
    ...(news.length > 0 ? [['news', 'Новости']] : []),
  ];
  return (
    <article className={`page stack ${styles.edition}`}>
      <header className={`stack ${styles.head}`}>
        <div>
          <PageLink to="/history" className="onward">
            История
          </PageLink>
          <h1>{title}</h1>
          <p className={styles.when}>{[days, place].filter(Boolean).join(' · ')}</p>
          {hosts && <p>{`Ведущие: ${hosts}`}</p>}
        </div>
        {poster && (
          <div className={styles.poster}>
            <Cover slug={slug} cover={poster} sizes={POSTER} alt={`Афиша: ${title}`} isFirst />
          </div>
        )}
        {parts.length > 1 && (
          <nav className="pills" aria-label="На странице">
            {parts.map(([id, name]) => (
              <a key={id} href={`#${id}`}>
                {name}
              </a>
            ))}
          </nav>
        )}
      </header>
      {edition.results.map((results) => (
        <Outcome key={results.show?.id} results={results} edition={edition} />
      ))}
      {story && <Body slug={slug} className="article-body" html={story.html} hasEmbeds={story.hasEmbeds} />}
      {recordings.map((recording, at) => (
        <Watch key={recording.url} id={`recording-${at}`} recording={recording} />
      ))}
      {shows.map((show) => (
        <div key={show.id} className={styles.show}>
          <ShowSection show={show} contestants={contestants} stage={null} isPast />
        </div>
      ))}
      {news.length > 0 && (
        <section className="part" aria-labelledby="news">
          <h2 id="news">Новости этого года</h2>
          <CardGrid cards={news} heading="h3" />
        </section>
      )}
      <Partners groups={partners} isLarge />
      {edition.neighbours.length > 0 && (
        <nav className="neighbours" aria-label="Соседние фестивали">
          {edition.neighbours.map(({ name, ...each }) => (
            <PageLink key={each.slug} to={`/history/${each.slug}`}>
              <span>{name}</span>
              {each.title}
            </PageLink>
          ))}
        </nav>
      )}
      {story?.notes?.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
    </article>
  );
}

function Outcome({ results, edition: { pictures } }: { results: Results; edition: WholeEdition }) {
  const shown = usePaced(results);
  const { id, title = '' } = shown.show ?? {};
  return (
    <section className="part" aria-labelledby={`results-${id}`}>
      <h2 id={`results-${id}`}>{`Итоги: ${title}`}</h2>
      {hasWinner(shown) && <Podium shown={shown} pictures={pictures} />}
      <div className={styles.board}>
        <Board shown={shown} isPage isPast />
      </div>
      <div className={styles.table}>
        <PointsTable shown={shown} />
      </div>
    </section>
  );
}

function Watch({ id, recording }: { id: string; recording: WholeEdition['recordings'][number] }) {
  const { title, url, starts_at, chapters } = recording;
  const from = Date.parse(starts_at ?? '');
  return (
    <section className="part" aria-labelledby={id}>
      <h2 id={id}>{`Запись: ${title}`}</h2>
      <p>
        <a href={url} rel="noopener">
          Смотреть запись
        </a>
      </p>
      {chapters.length > 0 && (
        <ol className={styles.chapters}>
          {chapters.map(({ at, slug, name, song }) => (
            <li key={slug}>
              {starts_at && <span>{lengthText(Math.max(0, Math.floor((Date.parse(at) - from) / 1000)))}</span>}
              <PageLink to={`/programme/${slug}`}>{name}</PageLink>
              {song && `\u00a0— «${song}»`}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

export const ErrorBoundary = failedPage(FAILED);
