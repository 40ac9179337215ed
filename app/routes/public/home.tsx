import { data } from 'react-router';
import { findPinned } from '../../../model/articles/desk.ts';
import { newestCards } from '../../../model/articles/lists/lists.ts';
import { currentStage } from '../../../model/programme/stage.ts';
import { readShownVote, resultsEvent } from '../../../model/results/results.ts';
import { siteTextDefaults } from '../../../model/settings/site-text-defaults.ts';
import { readWatchSettings } from '../../../model/settings/watch/watch.ts';
import { NEWS_HIDDEN } from '../../../model/spoilers.ts';
import { HOME_EXCERPT } from '../../../model/text/excerpt.ts';
import { toStart } from '../../broadcast-start.ts';
import { type Card, newestOf, toCardsAfter } from '../../cards.server.ts';
import { type Site, siteContext } from '../../context.ts';
import { failureOf, readOf } from '../../failure.server.ts';
import { streamPhase, toStreamState, toVoteState, votePhase } from '../../phases.ts';
import { datedBy, readShowStart } from '../../texts.server.ts';
import { failedPage } from '../../ui/errors/failure.tsx';
import { headOf, organization, webSite } from '../../ui/head.ts';
import { useLive, useStage } from '../../ui/live/live.ts';
import { useReadAgain } from '../../ui/live/use-read-again.ts';
import { useBoardState, useOutcomeLink } from '../../ui/results/use-board-state.ts';
import { siteOf } from '../../ui/site.ts';
import { readWinner } from '../../winner.server.ts';
import type { Route } from './+types/home.ts';
import { Artists, Hero, LatestNews, VoteCall } from './home/blocks.tsx';
import { readArtists } from './programme/programme.server.ts';

const LATEST = 3;

/** Each part is read separately: a failed one leaves the others. */
export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { db, timeZone, isSpoilerFree } = site;
  const [text, news, watch, vote, show, winner, stage, board, faces] = await Promise.allSettled([
    site.texts(),
    isSpoilerFree ? newestOf(site, LATEST) : readNews(site),
    readWatchSettings(db),
    readShownVote(db),
    readShowStart(site),
    readWinner(site),
    isSpoilerFree ? null : currentStage(db),
    isSpoilerFree ? null : resultsEvent(db),
    // In a final they would tell who qualified.
    isSpoilerFree ? [] : readArtists(site),
  ]);
  const failure = failureOf([text, news, watch, vote, show, winner, stage, board, faces]);
  const texts = readOf(text) ?? siteTextDefaults;
  const [ofWatch, ofVote] = [readOf(watch), readOf(vote)];
  const stream = ofWatch && toStreamState(ofWatch.value);
  const voting = ofVote && toVoteState(ofVote);
  const shown = readOf(show);
  const start = toStart(stream?.starts_at ?? null, timeZone);
  const opening = toStart(voting?.opens_at ?? null, timeZone);
  const closing = toStart(voting?.closes_at ?? null, timeZone);
  return data(
    {
      hero: {
        line: datedBy(start ?? shown, texts.hero_line),
        title: texts.hero_title,
        text: datedBy(start ?? shown, texts.hero_text),
        link: texts.hero_link_text,
      },
      stream,
      voting,
      stage: readOf(stage),
      start,
      opening,
      // The day is left out if already named.
      closing:
        closing && [start?.day, opening?.day].includes(closing.day) ? { ...closing, text: closing.time } : closing,
      show: shown,
      date: texts.banner_date,
      winner: readOf(winner),
      board: readOf(board),
      news: {
        title: texts.home_news_title,
        link: texts.home_news_link_text,
        empty: isSpoilerFree ? NEWS_HIDDEN : texts.news_empty,
        failure: news.status === 'rejected' ? failure : undefined,
      },
      cards: readOf(news) ?? [],
      faces: readOf(faces) ?? [],
      call: { title: texts.home_vote_title, text: texts.home_vote_text, link: texts.home_vote_link_text },
      over: { title: texts.home_over_title, text: texts.home_over_text },
    },
    { status: failure === undefined ? 200 : 503 },
  );
}

async function readNews(site: Site): Promise<Card[]> {
  const [pinned, newest] = await Promise.all([findPinned(site.db), newestCards(site.db, LATEST + 1)]);
  const others = newest.filter(({ slug }) => slug !== pinned?.slug).slice(0, LATEST);
  return toCardsAfter(site, pinned, others, HOME_EXCERPT);
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches);
  return headOf(site, {
    path: '/',
    title: loaderData ? loaderData.hero.title : site.name,
    description: site.description,
    data: [webSite(site), organization(site)],
  });
}

export type Loaded = Route.ComponentProps['loaderData'];
export type FactsProps = ReturnType<typeof useFacts>;

/** State of the festival for this viewer. `isLate`: there is a winner whom a delayed viewer may not have seen yet. */
function useFacts(loaderData: Loaded) {
  const { start, show, opening, closing, date } = loaderData;
  const stream = useLive('watch-settings') ?? loaderData.stream;
  const voting = useLive('vote-settings') ?? loaderData.voting;
  const stage = useStage(loaderData.stage);
  const { board, isAhead } = useBoardState(loaderData.board);
  const winner = isAhead ? null : loaderData.winner;
  const isLate = loaderData.winner !== winner;
  const times = String([stream?.starts_at, voting?.opens_at, voting?.closes_at]);
  useReadAgain(times === String([start?.at, opening?.at, closing?.at]) ? undefined : times);
  const phases = { stream: stream && streamPhase(stream), vote: voting && votePhase(voting, winner) };
  const hasRecording = phases.stream === 'over' && stream?.recording_url !== null;
  return { phases, hasRecording, start, show, opening, closing, date, winner, isLate, stage, board };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { hero, news, cards, call, over } = loaderData;
  const facts = useFacts(loaderData);
  const { board, winner, isLate } = facts;
  const isRevealing = board?.state === 'revealing' || isLate;
  const outcome = useOutcomeLink(board, loaderData.stage);
  // All points of a semi-final are known, a winner is not.
  const isCounted = board?.state === 'final' && outcome.to === '/results';
  const counted = isRevealing && !winner ? 'Объявляют баллы' : (winner || isCounted) && 'Голосование завершено';
  return (
    <>
      <Hero {...hero} facts={facts} />
      <LatestNews {...news} cards={cards} />
      <Artists faces={loaderData.faces} />
      <VoteCall
        phase={facts.phases.vote}
        call={call}
        over={{ text: winner ? '' : over.text, ...outcome, title: counted || over.title }}
      />
    </>
  );
}

export const ErrorBoundary = failedPage('Главная', (reason) => `Ошибка загрузки последних новостей: ${reason}`);
