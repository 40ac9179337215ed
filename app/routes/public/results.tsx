import type { ReactNode } from 'react';
import { data } from 'react-router';
import { hasPoints, hasWinner } from '../../../model/results/board.ts';
import type { Results, ResultsEvent } from '../../../model/results/schema.ts';
import { siteContext } from '../../context.ts';
import { Stage } from '../../ui/brand/stage.tsx';
import { failedPage } from '../../ui/errors/failure.tsx';
import { breadcrumbs, headOf, unlistedHead } from '../../ui/head.ts';
import { useDocument, useHasResults, useIsOtherEpoch, useMomentNow, useStage } from '../../ui/live/live.ts';
import { useReadAgain } from '../../ui/live/use-read-again.ts';
import { Arrow, LinkRow, PageLink } from '../../ui/page-link.tsx';
import { Board } from '../../ui/results/board.tsx';
import { usePaced } from '../../ui/results/paced.ts';
import { applyPresses, useBoardAtMoment, useResults } from '../../ui/results/use-results.ts';
import { siteOf } from '../../ui/site.ts';
import { StartTime, StartZone } from '../../ui/time/time.tsx';
import type { Route } from './+types/results.ts';
import { lastEdition } from './history/history.server.ts';
import { HallScreen } from './results/hall.tsx';
import { Podium } from './results/podium.tsx';
import { PointsTable } from './results/points-table.tsx';
import styles from './results/results.module.css';
import { readHallScreen, readShownResults, type ShownResults } from './results/results.server.ts';

const TITLE = 'Итоги';

export async function loader({ context, url }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  if (site.isSpoilerFree) return { isHidden: true as const };
  const screen = url.searchParams.get('screen');
  // The hall screen is opened before the first points.
  if (screen !== null) return { screen: await readHallScreen(site, Number(screen) || undefined) };
  const shown = await readShownResults(site);
  if (shown.others.length > 0 || shown.current.state !== 'none') return shown;
  const { awaited, stage } = shown;
  return awaited ? data({ awaited, stage }) : lastEdition(site.db);
}

export function meta({ loaderData, matches, error }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData) return unlistedHead(site, TITLE, error);
  if (!('current' in loaderData)) return unlistedHead(site, TITLE);
  const { current, others, poster = `/og/home-${site.posters}.jpg` } = loaderData;
  const titles = [current, ...others].flatMap(({ show }) => show?.title ?? []);
  return headOf(site, {
    path: '/results',
    title: TITLE,
    description: `Баллы жюри и зрителей: ${titles.join(', ')}.`,
    poster,
    data: [breadcrumbs(site, [{ name: TITLE, path: '/results' }])],
  });
}

export default function ResultsPage({ loaderData }: Route.ComponentProps) {
  if ('isHidden' in loaderData) return <Hidden />;
  if ('screen' in loaderData) return <HallScreen {...loaderData.screen} />;
  return 'current' in loaderData ? <Boards {...loaderData} /> : <NotYet {...loaderData} />;
}

function Boards({ current: loaded, others, awaited, stage, ...shown }: ShownResults) {
  const current = useBoardAtMoment(useResults(loaded), useMomentNow());
  const newer = useDocument(({ presses }) => presses).filter(({ seq }) => seq > loaded.seq);
  useReadAgain(areAllOfThisShow(newer, loaded) ? undefined : `board ${newer.at(-1)?.seq}`);
  const { pictures, finalists, days } = shown;
  // Until the page is read again the loaded board stands beside that of another show, unless it was taken back.
  const isThere = ({ change, target }: ResultsEvent) => change === 'step' || target !== loaded.show?.id;
  const isKept = !useIsOtherEpoch() && newer.length > 0 && loaded.show && newer.every(isThere);
  const known = isKept ? [applyPresses(loaded, newer, loaded.show?.id).board, ...others] : others;
  const boards = [...(current.show ? [current] : []), ...known.filter(({ show }) => show?.id !== current.show?.id)];
  return (
    <div className={`page stack ${styles.results}`}>
      <h1>{TITLE}</h1>
      {boards.length > 1 && (
        <nav className="pills" aria-label="Концерты" data-told="">
          {boards.map(({ show }) => (
            <a key={show?.id} href={`#show-${show?.id}`}>
              {show?.title}
            </a>
          ))}
        </nav>
      )}
      {!boards[0] && <p className="quiet">Баллы ещё не открыты.</p>}
      <Awaited awaited={boards.some(hasWinner) ? [] : awaited} stage={stage}>
        <p className="quiet">Баллы появятся здесь.</p>
      </Awaited>
      {boards.map((results, at) => (
        <ShowResults
          key={results.show?.id}
          results={results}
          day={days[results.show?.id ?? 0]}
          pictures={pictures}
          finalists={finalists[results.show?.id ?? 0]}
        >
          {at === 0 && hasPoints(results) && <p className="quiet">{shown.tieRule}</p>}
        </ShowResults>
      ))}
    </div>
  );
}

interface ShowProps extends Pick<ShownResults, 'pictures'> {
  results: Results;
  day: ShownResults['days'][number] | undefined;
  finalists: string[] | undefined;
  /** Content below the first board. */
  children: ReactNode;
}

function ShowResults({ results, day, pictures, finalists = [], children }: ShowProps) {
  const shown = usePaced(useBoardAtMoment(results, useMomentNow()));
  const { id, title = '' } = shown.show ?? {};
  if (!shown.show) return null;
  return (
    <section className="part" aria-labelledby={`show-${id}`} data-told="">
      <h2 id={`show-${id}`}>{title}</h2>
      {day && (
        <p>
          <StartTime start={day} />
        </p>
      )}
      {hasWinner(shown) && <Podium shown={shown} pictures={pictures} />}
      <div className="stack">
        <Board shown={shown} finalists={finalists} isPage />
        {children}
      </div>
      <PointsTable shown={shown} />
    </section>
  );
}

/** Whether no press since `loaded` is missing and all are of its show: events carry no changes of other shows. */
function areAllOfThisShow(presses: ResultsEvent[], { seq, show }: Results): boolean {
  return presses.every(
    ({ after, target = show?.id }, at) => after === (presses[at - 1]?.seq ?? seq) && target === show?.id,
  );
}

function NotYet(shows: AwaitedProps) {
  useReadAgain(useHasResults() ? 'board' : undefined);
  return (
    <div className="backdrop">
      <Stage />
      <h1>{TITLE}</h1>
      <p>Баллы ещё не открыты. Они появятся здесь, когда их начнут объявлять.</p>
      <Awaited {...shows} />
      <LinkRow>
        <PageLink to="/watch">Смотреть</PageLink>
        <PageLink to="/programme">Программа</PageLink>
      </LinkRow>
    </div>
  );
}

interface AwaitedProps extends Pick<ShownResults, 'awaited' | 'stage'> {
  children?: ReactNode;
}

function Awaited({ awaited: shows, stage, children }: AwaitedProps) {
  const { show, state } = useStage(stage) ?? {};
  const onNow = state === 'ended' ? undefined : show?.id;
  if (!shows?.length) return null;
  return (
    <ul className={`stack ${styles.awaited}`} data-told="">
      {shows.map(({ id, title, start }) => (
        <li key={id}>
          <PageLink to={`/programme#show-${id}`}>{title}</PageLink>
          <span>
            {id === onNow ? (
              <>
                Идёт сейчас.{' '}
                <PageLink className="onward" to="/watch">
                  Смотреть эфир
                  <Arrow />
                </PageLink>
              </>
            ) : (
              <>
                <StartTime start={start} /> <StartZone start={start} />
              </>
            )}
          </span>
          {children}
        </li>
      ))}
    </ul>
  );
}

function Hidden() {
  return (
    <div className={`page stack ${styles.results}`}>
      <h1>{TITLE}</h1>
      <p>Баллы скрыты. Чтобы увидеть их, нажмите «Показать всё» наверху.</p>
    </div>
  );
}

export const ErrorBoundary = failedPage(TITLE);
