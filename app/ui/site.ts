import { useRouteLoaderData } from 'react-router';
import type { loader } from '../routes/public/layout.tsx';
import { useHasResults, useLive } from './live/live.ts';

const LAYOUT = 'routes/public/layout';

export type Site = Awaited<ReturnType<typeof loader>>;

/** Undefined outside public pages. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<typeof loader>(LAYOUT);
}

/** What is on now: by the newest events, else as the page was rendered. */
export function useNow() {
  const site = useSite();
  const watch = useLive('watch-settings');
  const vote = useLive('vote-settings');
  return {
    isLive: watch?.is_stream_enabled ?? site?.isLive,
    isVotingOpen: vote ? vote.vote_state === 'open' : site?.isVotingOpen,
    hasResults: useHasResults() ?? site?.hasResults,
  };
}

/** For the head of a public page. Without data of the layout its pages have no head of their own. */
export function siteOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): Site {
  return matches.find((match) => match?.id === LAYOUT)?.loaderData as Site;
}
