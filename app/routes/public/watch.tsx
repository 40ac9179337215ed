import { findOutcome } from '../../../model/articles/groups/groups.ts';
import { newestCards } from '../../../model/articles/lists/lists.ts';
import { currentStage } from '../../../model/programme/stage.ts';
import { hasResults } from '../../../model/results/results.ts';
import type { SiteText } from '../../../model/settings/site-text.ts';
import { readVoteSettings } from '../../../model/settings/vote.ts';
import { publicWatchSettings, readWatchSettings } from '../../../model/settings/watch/watch.ts';
import { correctDate } from '../../../model/text/correct-date.ts';
import { formatDate } from '../../../model/text/date.ts';
import { type Start, toStart } from '../../broadcast-start.ts';
import { siteContext } from '../../context.ts';
import { read } from '../../failure.server.ts';
import { streamPhase, toVoteState, votePhase, winnerOf } from '../../phases.ts';
import type { PageHandle } from '../../root.tsx';
import { readTexts } from '../../texts.server.ts';
import { FailedPage } from '../../ui/errors/failure.tsx';
import { headOf, unlistedHead } from '../../ui/head.ts';
import { useLive } from '../../ui/live/live.ts';
import { useStage } from '../../ui/live/on-stage.ts';
import { useReadAgainWhen } from '../../ui/live/use-read-again.ts';
import { siteOf } from '../../ui/site.ts';
import { breadcrumbs } from '../../ui/structured-data.ts';
import type { Route } from './+types/watch.ts';
import { Aside } from './watch/aside.tsx';
import { Cinema } from './watch/cinema.tsx';
import { Ended, Waiting } from './watch/waiting.tsx';

const FAILED = 'Не удалось загрузить информацию о трансляции. Пожалуйста, попробуйте обновить страницу.';

export const handle: PageHandle = { isDark: true };

const LATEST = 3;

export function loader({ context }: Route.LoaderArgs) {
  const { db, origin, watchDefaults, playerHosts, timeZone, isSpoilerFree } = context.get(siteContext);
  return read(async () => {
    const [{ value: stored }, { value: texts }, { value: vote }, stage, hasBoard, outcome, news] = await Promise.all([
      readWatchSettings(db),
      readTexts(context),
      readVoteSettings(db),
      currentStage(db),
      isSpoilerFree ? false : hasResults(db),
      isSpoilerFree ? undefined : findOutcome(db),
      isSpoilerFree ? [] : newestCards(db, LATEST),
    ]);
    const start = toStart(stored.starts_at, timeZone);
    return {
      watch: publicWatchSettings(stored, watchDefaults, playerHosts),
      voting: toVoteState(vote),
      stage,
      hasBoard,
      opening: toStart(vote.opens_at, timeZone),
      start,
      waiting: { title: texts.watch_waiting_title, text: waitingText(texts, start) },
      over: { title: texts.watch_over_title, text: texts.watch_over_text },
      winner: winnerOf(outcome, start),
      news: news.map(({ slug, title, date }) => ({ slug, title, date, dateText: formatDate(date) })),
      origin,
    };
  });
}

/** After the announced start the text no longer names it. */
function waitingText({ watch_waiting_text: before, watch_late_text: late }: SiteText, start: Start | null): string {
  if (!start) return before;
  return start.phase === 'ahead' ? correctDate(before, start.wall.slice(0, 10)) : late;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData || 'failure' in loaderData) return unlistedHead(site, 'Трансляция');
  const { watch, waiting, over } = loaderData;
  const { title, text } = { before: waiting, live: { ...watch, text: watch.description }, over }[streamPhase(watch)];
  const data = site
    ? [
        breadcrumbs(site, [
          { name: 'Главная', path: '/' },
          { name: title, path: '/watch' },
        ]),
      ]
    : [];
  return headOf(site, { path: '/watch', title, description: text, data });
}

export default function Watch({ loaderData }: Route.ComponentProps) {
  if ('failure' in loaderData) return <FailedPage title="Трансляция" text={FAILED} />;
  return <Broadcast loaded={loaderData} />;
}

function Broadcast({ loaded }: { loaded: Exclude<Route.ComponentProps['loaderData'], { failure: string }> }) {
  const { start, opening, waiting, over, winner, news, origin, hasBoard } = loaded;
  const watch = useLive('watch-settings') ?? loaded.watch;
  const voting = useLive('vote-settings') ?? loaded.voting;
  const stage = useStage(loaded.stage);
  const results = useLive('results')?.state;
  const isOther = (known: typeof start, at: string | null) => (known?.at ?? null) !== at;
  useReadAgainWhen(isOther(start, watch.starts_at) || isOther(opening, voting.opens_at));
  const vote = votePhase(voting, winner);
  const { sources, recording_url: recording } = watch;
  if (watch.is_stream_enabled && sources)
    return (
      <Cinema watch={{ ...watch, sources }} origin={origin} stage={stage}>
        <Aside
          vote={vote}
          opening={opening}
          winner={winner}
          news={news}
          hasBoard={results ? results !== 'none' : hasBoard}
        />
      </Cinema>
    );
  if (watch.is_stream_over) return <Ended {...over} recording={recording} winner={winner} />;
  return <Waiting {...waiting} start={start} vote={vote} />;
}

export function ErrorBoundary() {
  return <FailedPage title="Трансляция" text={FAILED} />;
}
