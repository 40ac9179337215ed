import { redirect } from 'react-router';
import { findPublicArticle } from '../../../model/articles/articles.ts';
import { articleSubject, posterOf } from '../../../model/drawings/posters.ts';
import { withoutOutcome, withoutSpoilers } from '../../../model/spoilers.ts';
import { siteContext } from '../../context.ts';
import { failedPage } from '../../ui/errors/failure.tsx';
import { absolute, breadcrumbs, headOf, organization, ratedFor, unlistedHead } from '../../ui/head.ts';
import { type Site, siteOf } from '../../ui/site.ts';
import type { Route } from './+types/article.ts';
import { readFurther, type ShownStory, shown } from './article/story.server.ts';
import { BackLink, Story } from './article/story.tsx';

const NO_SLUG = 'Идентификатор статьи не указан.';
const NOT_FOUND = 'Статья не найдена или имеет неверный формат.';
const FAILED = 'Ошибка при загрузке статьи.';
const HIDDEN = { isHidden: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { db, isSpoilerFree } = site;
  if (params.slug.trim() === '') throw Response.json({ reason: NO_SLUG }, { status: 404 });
  const found = await findPublicArticle(db, params.slug);
  if (found && 'movedTo' in found) {
    const { movedTo } = found;
    const isHidden = isSpoilerFree && (await withoutSpoilers(db, [{ slug: movedTo }])).length === 0;
    if (isHidden) throw redirect('/news', { status: 302, headers: { 'Cache-Control': 'no-cache' } });
    throw redirect(`/news/${movedTo}`, { status: 301, headers: { 'Cache-Control': 'no-cache' } });
  }
  if (!found || found.article.title.trim() === '') throw Response.json({ reason: NOT_FOUND }, { status: 404 });
  const { id } = found;
  const article = isSpoilerFree ? await withoutOutcome(db, found.article, 'Новость скрыта') : found.article;
  const [story, further] = await Promise.all([
    shown(site, article, `/news/${article.slug}`),
    readFurther(site, { key: article.date, id }),
  ]);
  const poster = posterOf(await site.texts(), articleSubject(article), story.cover?.focus);
  return { ...story, poster, further, ...(article !== found.article && HIDDEN) };
}

export function meta({ loaderData, matches, error }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData) return unlistedHead(site, 'Новости', error, 'Статья не найдена');
  const { title, socialTitle, slug, poster } = loaderData;
  // Open Graph tags contain the poster and the address: both are spoilers.
  if ('isHidden' in loaderData) return unlistedHead(site, title);
  const path = `/news/${slug}`;
  const steps = [
    { name: 'Новости', path: '/news' },
    { name: title, path },
  ];
  const linked = [breadcrumbs(site, steps), newsArticle(site, loaderData)];
  const description = loaderData.description || title;
  return headOf(site, { path, title, socialTitle, description, type: 'article', poster, data: linked });
}

export default function Article({ loaderData }: Route.ComponentProps) {
  return <Story story={loaderData} further={loaderData.further} />;
}

export const ErrorBoundary = failedPage('Новости', () => FAILED, <BackLink />);

type Told = ShownStory & { poster: string };

function newsArticle(site: Site, { title, slug, date, updatedAt, description, cover, poster, age }: Told): object {
  return {
    '@type': 'NewsArticle',
    headline: title,
    description,
    datePublished: date,
    dateModified: updatedAt,
    inLanguage: 'ru',
    ...ratedFor(age ?? site.age),
    mainEntityOfPage: `${site.origin}/news/${slug}`,
    image: [absolute(site, cover?.src ?? poster)],
    author: organization(site),
    publisher: organization(site),
  };
}
