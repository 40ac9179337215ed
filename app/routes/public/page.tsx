import { redirect } from 'react-router';
import { findPublicPage } from '../../../model/pages/pages.ts';
import { withoutOutcome } from '../../../model/spoilers.ts';
import { siteContext } from '../../context.ts';
import { failedPage } from '../../ui/errors/failure.tsx';
import { breadcrumbs, headOf, unlistedHead } from '../../ui/head.ts';
import { siteOf } from '../../ui/site.ts';
import type { Route } from './+types/page.ts';
import { PageStory } from './article/body.tsx';
import { shown } from './article/story.server.ts';

const FAILED = 'Страница не открылась';
const HIDDEN = { isHidden: true };

/** A page of the editors, or the 404 page at every other address. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const found = await findPublicPage(site, params['*']);
  if (found && 'movedTo' in found)
    throw redirect(`/${found.movedTo}`, { status: 301, headers: { 'Cache-Control': 'no-cache' } });
  if (!found) throw new Response(null, { status: 404 });
  const { article: page } = found;
  const shownPage = site.isSpoilerFree ? await withoutOutcome(site.db, page, 'Страница скрыта') : page;
  return { ...(await shown(site, shownPage, `/${page.slug}`)), ...(shownPage !== page && HIDDEN) };
}

export function meta({ loaderData, matches, error }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData) return unlistedHead(site, FAILED, error);
  const { title, slug, description } = loaderData;
  if ('isHidden' in loaderData) return unlistedHead(site, title);
  const path = `/${slug}`;
  return headOf(site, {
    path,
    title,
    description: description || title,
    ...(site.posters && { poster: `/og/home-${site.posters}.jpg` }),
    data: [breadcrumbs(site, [{ name: title, path }])],
  });
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return <PageStory page={loaderData} />;
}

export const ErrorBoundary = failedPage(FAILED, (reason) => reason);
