import { data } from 'react-router';
import { currentStage } from '../../../model/programme/stage.ts';
import { resultsEvent } from '../../../model/results/results.ts';
import { siteContext } from '../../context.ts';
import { read } from '../../failure.server.ts';
import { readTexts } from '../../texts.server.ts';
import { FailedPage, NO_ANSWER, NOT_FOUND, NotFound } from '../../ui/errors/failure.tsx';
import { breadcrumbs, headOf, unlistedHead } from '../../ui/head.ts';
import { siteOf } from '../../ui/site.ts';
import type { Route } from './+types/contestant.ts';
import { readShownContestant } from './programme/contestant.server.ts';
import { ContestantStory } from './programme/contestant-story.tsx';
import { performingGroup } from './programme/events.ts';
import { readShownReplay } from './watch/replay/replay.server.ts';

const FAILED = 'Участник';

export function loader({ params: { slug }, context }: Route.LoaderArgs) {
  return read(async () => {
    const { value: texts } = await readTexts(context);
    const site = context.get(siteContext);
    const [found, stage, board, replay] = await Promise.all([
      readShownContestant(site, slug, texts),
      site.isSpoilerFree ? null : currentStage(site.db),
      site.isSpoilerFree ? null : resultsEvent(site.db),
      readShownReplay(site),
    ]);
    const recorded = replay?.chapters.find((chapter) => chapter.slug === slug)?.from;
    return found ? { ...found, stage, board, recorded } : data({ isMissing: true as const }, { status: 404 });
  });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData || 'failure' in loaderData) return unlistedHead(site, FAILED);
  if ('isMissing' in loaderData) return unlistedHead(site, NOT_FOUND);
  const { contestant, excerpt, poster, edition } = loaderData;
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
    data: site ? [breadcrumbs(site, steps), performingGroup(site, contestant)] : [],
  });
}

export default function ContestantPage({ loaderData }: Route.ComponentProps) {
  if ('failure' in loaderData) return <FailedPage title={FAILED} text={`Ошибка: ${loaderData.failure}`} />;
  return 'isMissing' in loaderData ? <NotFound /> : <ContestantStory {...loaderData} />;
}

export function ErrorBoundary() {
  return <FailedPage title={FAILED} text={`Ошибка: ${NO_ANSWER}`} />;
}
