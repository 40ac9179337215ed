import { lazy, Suspense } from 'react';
import { currentStage } from '../../../model/programme/stage.ts';
import { currentResults, readShownVote, resultsEvent } from '../../../model/results/results.ts';
import type { SiteText } from '../../../model/settings/site-text.ts';
import { assumedEnd } from '../../../model/settings/watch/phase.ts';
import { publicWatchSettings, readWatchSettings } from '../../../model/settings/watch/watch.ts';
import { todayIn } from '../../../model/text/date.ts';
import { type Start, toStart } from '../../broadcast-start.ts';
import { siteContext } from '../../context.ts';
import { streamPhase, toVoteState, votePhase } from '../../phases.ts';
import type { PageHandle } from '../../root.tsx';
import { datedBy, readShowStart } from '../../texts.server.ts';
import { failedPage } from '../../ui/errors/failure.tsx';
import { breadcrumbs, headOf, unlistedHead } from '../../ui/head.ts';
import { useLive } from '../../ui/live/live.ts';
import { useReadAgain } from '../../ui/live/use-read-again.ts';
import { loadWithRetries } from '../../ui/load.ts';
import { useBoardState } from '../../ui/results/use-board-state.ts';
import { siteOf, useNow } from '../../ui/site.ts';
import { readWinner } from '../../winner.server.ts';
import type { Route } from './+types/watch.ts';
import styles from './watch/cinema.module.css';
import { Aside, Cinema } from './watch/cinema.tsx';
import { frameAddress } from './watch/frame.ts';
import { liveVideo, readShownReplay, videoObject } from './watch/replay/replay.server.ts';
import { Screen } from './watch/screen.tsx';
import { Ended, Waiting } from './watch/waiting.tsx';

const FAILED = 'Не удалось загрузить информацию о трансляции. Пожалуйста, попробуйте обновить страницу.';

export const handle: PageHandle = { isDark: true };

const Replay = lazy(() => loadWithRetries(() => import('./watch/replay/replay.tsx')));
const LOADED = { styles, Screen, frameAddress };

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { db, origin, watchDefaults, playerHosts, timeZone, isSpoilerFree } = site;
  const [{ value: stored }, texts, show, stage, replay] = await Promise.all([
    readWatchSettings(db),
    site.texts(),
    readShowStart(site),
    isSpoilerFree ? null : currentStage(db),
    readShownReplay(site),
  ]);
  const start = toStart(stored.starts_at, timeZone);
  const hasPlayer = stored.is_stream_enabled || replay !== null;
  const [winner, board, vote] = await Promise.all([
    readWinner(site, hasPlayer),
    isSpoilerFree ? null : resultsEvent(db),
    readShownVote(db),
  ]);
  const isCounting = stage?.show != null && stage.show.id === board?.show?.id;
  const counted = isCounting ? (await currentResults(db)).contestants : [];
  const settings = publicWatchSettings(stored, watchDefaults, playerHosts);
  const isPast = !start && show !== null && Date.parse(assumedEnd(show.at)) <= Date.now();
  const watch = { ...settings, is_stream_over: settings.is_stream_over || isPast };
  const film = { origin, title: stored.title, description: stored.description };
  const live = watch.is_stream_enabled ? await liveVideo(db, watch, film) : null;
  return {
    watch,
    isPast,
    voting: toVoteState(vote),
    awaited: {
      isOn: stage?.state === 'performance' || stage?.state === 'break',
      counted: counted.map(({ slug, name }) => ({ slug, name })),
    },
    opening: toStart(vote.opens_at, timeZone),
    start,
    waiting: { title: texts.watch_waiting_title, ...waitingText(texts, start, show, todayIn(timeZone)) },
    replay,
    video: live ?? (replay && videoObject(replay, film)),
    over: { title: texts.watch_over_title, text: texts.watch_over_text },
    winner,
    board: hasPlayer ? null : board,
    origin,
  };
}

/** After the start, announced or of the show, the text no longer names it. */
function waitingText(texts: SiteText, start: Start | null, show: Start | null, today: string) {
  const next = start ?? show;
  if (next && next.phase !== 'ahead') return { text: texts.watch_late_text };
  const onTheDay = datedBy(next, texts.watch_waiting_text, today);
  // Messengers and search engines keep a description for days.
  return { text: datedBy(next, texts.watch_waiting_text), onTheDay };
}

export function meta({ loaderData, matches, error }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData) return unlistedHead(site, 'Прямой эфир', error);
  const { watch, waiting, replay, video } = loaderData;
  const over = replay ? { ...loaderData.over, title: watch.title } : loaderData.over;
  const { title, text } = { before: waiting, live: { ...watch, text: watch.description }, over }[streamPhase(watch)];
  const data = [breadcrumbs(site, [{ name: title, path: '/watch' }]), ...(video ? [video] : [])];
  return headOf(site, { path: '/watch', title, description: text, data });
}

export default function Watch({ loaderData: loaded }: Route.ComponentProps) {
  const { start, opening, waiting, over, winner, replay, origin } = loaded;
  const watch = useLive('watch-settings') ?? loaded.watch;
  const voting = useLive('vote-settings') ?? loaded.voting;
  const hasBoard = useNow().hasResults === true;
  const recordingOf = (of: typeof watch) => String([of.recording_url, of.recording_starts_at]);
  const isOtherRecording = recordingOf(watch) !== recordingOf(loaded.watch);
  const told = String([watch.starts_at, voting.opens_at, recordingOf(watch)]);
  useReadAgain(told === String([start?.at, opening?.at, recordingOf(loaded.watch)]) ? undefined : told);
  useBoardState(loaded.board);
  const vote = votePhase(voting, winner);
  const { sources, recording_url: recording } = watch;
  const aside = { vote, opening, winner, hasBoard };
  if (watch.is_stream_enabled && sources)
    return <Cinema watch={{ ...watch, sources }} awaited={loaded.awaited} {...{ origin, aside }} />;
  if (watch.is_stream_over && replay && !isOtherRecording)
    return (
      <Suspense>
        <Replay key={recording} loaded={LOADED} replay={replay} title={watch.title} over={over} origin={origin}>
          <Aside {...aside} />
        </Replay>
      </Suspense>
    );
  if (watch.is_stream_over || loaded.isPast)
    return <Ended {...over} recording={recording} vote={vote} winner={winner} hasBoard={hasBoard} />;
  return <Waiting {...waiting} text={waiting.onTheDay ?? waiting.text} start={start} vote={vote} />;
}

export const ErrorBoundary = failedPage('Прямой эфир', () => FAILED);
