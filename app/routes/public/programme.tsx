import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { currentStage } from '../../../model/programme/stage.ts';
import { resultsEvent, showsWithResults } from '../../../model/results/results.ts';
import { assumedEnd } from '../../../model/settings/watch/phase.ts';
import { siteContext } from '../../context.ts';
import { failedPage } from '../../ui/errors/failure.tsx';
import { breadcrumbs, headOf, unlistedHead } from '../../ui/head.ts';
import { stageText, useStage } from '../../ui/live/live.ts';
import { Arrow, CopyLink, PageLink } from '../../ui/page-link.tsx';
import { useBoardState } from '../../ui/results/use-board-state.ts';
import { siteOf, useNow, useSite } from '../../ui/site.ts';
import { readWinner } from '../../winner.server.ts';
import type { Route } from './+types/programme.ts';
import { lastEdition } from './history/history.server.ts';
import { broadcastEvent, musicEvent } from './programme/events.ts';
import styles from './programme/programme.module.css';
import { readShownProgramme, type ShownShow } from './programme/programme.server.ts';
import { ShowSection } from './programme/show-section.tsx';

const TITLE = 'Программа';

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { db, isSpoilerFree } = site;
  const [programme, stage, boards, board, winner] = await Promise.all([
    readShownProgramme(site),
    isSpoilerFree ? null : currentStage(db),
    isSpoilerFree ? ([] as number[]) : showsWithResults(db),
    isSpoilerFree ? null : resultsEvent(db),
    readWinner(site),
  ]);
  if (!programme) return lastEdition(db);
  // `showMoments` expires the cached page when one of them is over.
  const isOn = (id: number) => stage?.show?.id === id && stage.state !== 'ended';
  const isOver = ({ id, start }: ShownShow) => Date.parse(assumedEnd(start.at)) <= Date.now() && !isOn(id);
  const past = programme.shows.filter(isOver).map(({ id }) => id);
  // After the festival the final comes first.
  const shows = past.length === programme.shows.length ? programme.shows.toReversed() : programme.shows;
  return { ...programme, shows, stage, boards, past, board, winner: winner?.face ? winner : null };
}

export function meta({ loaderData, matches, error }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData) return unlistedHead(site, TITLE, error);
  const { shows, contestants } = loaderData;
  const events = shows.flatMap((show) => {
    const performers = show.order.flatMap((slug) => contestants[slug] ?? []);
    return [musicEvent(site, show, performers), broadcastEvent(site, show)];
  });
  return headOf(site, {
    path: '/programme',
    title: TITLE,
    description: shows.map(({ title, start, hall }) => [title, start.text, hall].filter(Boolean).join(', ')).join('. '),
    data: [breadcrumbs(site, [{ name: TITLE, path: '/programme' }]), ...events],
  });
}

export default function Programme({ loaderData }: Route.ComponentProps) {
  const site = useSite();
  const stage = useStage(loaderData.stage);
  const { isLive } = useNow();
  const { isAhead } = useBoardState(loaderData.board);
  const { shows, contestants, boards, past } = loaderData;
  const isOver = past.length === shows.length;
  const folded = isOver ? [] : shows.filter(({ id }) => past.includes(id));
  const open = shows.filter((show) => !folded.includes(show));
  const performer = stage?.contestant;
  const winner = isAhead ? null : loaderData.winner;
  const outcome = winner && `${winner.name}\u00a0— ${winner.title}`;
  const staged = stageText(stage);
  const said = staged || outcome || (isOver && !isLive && 'Все концерты прошли');
  const onward = performer ? `/programme/${performer.slug}` : winner && !staged ? winner.to : isLive && '/watch';
  const section = (show: ShownShow, at: number) => (
    <ShowSection
      key={show.id}
      show={show}
      contestants={contestants}
      stage={stage}
      hasResults={boards.includes(show.id)}
      isFirst={at === 0}
      isPast={past.includes(show.id)}
    />
  );
  return (
    <div className="page">
      <header className={`row ${styles.head}`}>
        <h1>{TITLE}</h1>
        <p className={styles.now} role="status" data-told="">
          {said && onward ? (
            <PageLink className="onward" to={onward}>
              {said}
              <Arrow />
            </PageLink>
          ) : (
            said
          )}
        </p>
        {shows.length > 1 && (
          <nav className="pills" aria-label="Концерты">
            {[...open, ...folded].map(({ id, title, start }) => (
              <a key={id} href={`#show-${id}`}>
                {title} <span>{start.day.replace(/\s\d{4}$/, '')}</span>
              </a>
            ))}
          </nav>
        )}
      </header>
      {open.map(section)}
      {folded.length > 0 && <Past>{folded.map((show) => section(show, shows.length))}</Past>}
      {!isOver && <Subscribe origin={site?.origin ?? ''} />}
    </div>
  );
}

/** Opens when the URL's fragment names one of its shows. */
function Past({ children }: { children: ReactNode }) {
  const { hash } = useLocation();
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const target = document.getElementById(hash.slice(1));
    if (!target || !fold.current?.contains(target)) return;
    fold.current.open = true;
    target.scrollIntoView();
  }, [hash]);
  return (
    <details ref={fold} suppressHydrationWarning>
      <summary className="pill">Прошедшие концерты</summary>
      {children}
      <kept-fold />
    </details>
  );
}

function Subscribe({ origin }: { origin: string }) {
  const address = `${origin}/programme.ics`;
  return (
    <div className={`pills ${styles.links}`}>
      <a href={address.replace(/^https?/, 'webcal')}>Подписаться на календарь</a>
      <CopyLink address={address}>Скопировать адрес календаря</CopyLink>
      <p className="quiet">Для Google Календаря: «Другие календари»&nbsp;— «Добавить по&nbsp;URL».</p>
    </div>
  );
}

export const ErrorBoundary = failedPage(TITLE);
