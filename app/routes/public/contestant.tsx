import { currentStage } from '../../../model/programme/stage.ts';
import { resultsEvent } from '../../../model/results/results.ts';
import { siteContext } from '../../context.ts';
import { failedPage } from '../../ui/errors/failure.tsx';
import { breadcrumbs, headOf, unlistedHead } from '../../ui/head.ts';
import { siteOf } from '../../ui/site.ts';
import type { Route } from './+types/contestant.ts';
import { ContestantStory } from './programme/contestant-story.tsx';
import { performingGroup } from './programme/events.ts';
import { readShownContestant } from './programme/programme.server.ts';
import { readShownReplay } from './watch/replay/replay.server.ts';

const FAILED = 'Участник';

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [found, stage, board, replay] = await Promise.all([
    readShownContestant(site, slug),
    site.isSpoilerFree ? null : currentStage(site.db),
    site.isSpoilerFree ? null : resultsEvent(site.db),
    readShownReplay(site),
  ]);
  const recorded = replay?.chapters.find((chapter) => chapter.slug === slug)?.from;
  if (!found) throw new Response(null, { status: 404 });
  return { ...found, stage, board, recorded };
}

export function meta({ loaderData, matches, error }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData) return unlistedHead(site, FAILED, error);
  const { contestant, excerpt, poster = `/og/programme-${site.posters}.jpg`, edition } = loaderData;
  const { name, song, slug } = contestant;
  const path = `/programme/${slug}`;
  const steps = [
    ...(edition
      ? [
          { name: 'История', path: '/history' },
          { name: edition.title, path: `/history/${edition.slug}` },
        ]
      : [{ name: 'Программа', path: '/programme' }]),
    { name, path },
  ];
  return headOf(site, {
    path,
    title: song ? `${name} — «${song}»` : name,
    description: excerpt || [name, song && `«${song}»`, contestant.region].filter(Boolean).join(', '),
    poster,
    data: [breadcrumbs(site, steps), performingGroup(site, contestant)],
  });
}

export default function ContestantPage({ loaderData }: Route.ComponentProps) {
  return <ContestantStory {...loaderData} />;
}

export const ErrorBoundary = failedPage(FAILED);
