import { siteContext } from '../../context.ts';
import { CARD_ON_PHONE, Cover, LEAD_ON_PHONE } from '../../ui/cards/cover.tsx';
import { failedPage } from '../../ui/errors/failure.tsx';
import { breadcrumbs, headOf, unlistedHead } from '../../ui/head.ts';
import { MenuLink, PageLink } from '../../ui/page-link.tsx';
import { siteOf } from '../../ui/site.ts';
import type { Route } from './+types/history.ts';
import styles from './history/history.module.css';
import { readShownHistory, type ShownHistory } from './history/history.server.ts';

const TITLE = 'История';
const LEAD = `(min-width:64rem) 60vw,${LEAD_ON_PHONE}`;
const CARD = `(min-width:40rem) 50vw,${CARD_ON_PHONE}`;

export async function loader({ context }: Route.LoaderArgs) {
  const shown = await readShownHistory(context.get(siteContext).db);
  if (!shown) throw new Response(null, { status: 404 });
  return shown;
}

export function meta({ loaderData, matches, error }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData) return unlistedHead(site, TITLE, error);
  return headOf(site, {
    path: '/history',
    title: TITLE,
    description: `Все фестивали и победители: ${loaderData.editions.map(({ title }) => title).join(', ')}.`,
    poster: `/og/home-${site.posters}.jpg`,
    data: [breadcrumbs(site, [{ name: TITLE, path: '/history' }])],
  });
}

export default function History({ loaderData }: Route.ComponentProps) {
  const { editions, records } = loaderData;
  return (
    <div className="page stack">
      <h1>{TITLE}</h1>
      <ol className={`stack ${styles.editions}`}>
        {editions.map((edition, at) => (
          <Edition key={edition.slug} edition={edition} isFirst={at === 0} />
        ))}
      </ol>
      {records.length > 0 && <Records records={records} />}
    </div>
  );
}

function Edition({ edition, isFirst }: { edition: ShownHistory['editions'][number]; isFirst: boolean }) {
  const { slug, title, year, place, days, poster, winner } = edition;
  const cover = poster ?? winner?.picture ?? null;
  return (
    <li>
      <article className={styles.edition}>
        <div className={styles.picture}>
          <Cover slug={slug} cover={cover} sizes={isFirst ? LEAD : CARD} isFirst={isFirst} />
          <span className={`figure ${styles.year}`} aria-hidden="true" data-content="">
            {year}
          </span>
        </div>
        <div className={`stack ${styles.words}`}>
          <h2>
            <MenuLink className="whole" to={`/history/${slug}`}>
              {title}
            </MenuLink>
          </h2>
          <p className="quiet">{[days, place].filter(Boolean).join(' · ')}</p>
          {winner && (
            <div className={`row ${styles.winner}`}>
              {poster && (
                <div className={styles.face}>
                  <Cover slug={winner.slug} cover={winner.picture} sizes="6rem" />
                </div>
              )}
              <p>
                <small>{winner.isShared ? 'Победители' : 'Победитель'}</small> {winner.name}
                {winner.song && <small>{`«${winner.song}»`}</small>}
              </p>
            </div>
          )}
        </div>
      </article>
    </li>
  );
}

function Records({ records }: Pick<ShownHistory, 'records'>) {
  return (
    <section className={`part ${styles.records}`} aria-labelledby="records">
      <h2 id="records">Рекорды</h2>
      <dl className="stack">
        {records.map(({ title, value, edition, how }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {edition ? <PageLink to={`/history/${edition}`}>{value}</PageLink> : value}
              <small>{how}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export const ErrorBoundary = failedPage(TITLE);
