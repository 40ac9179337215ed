import { data, redirect } from 'react-router';
import type { Article as Story } from '../../../model/articles/schema.ts';
import { findPublicArticle } from '../../../model/articles.ts';
import { displayBody } from '../../../model/body-display.ts';
import { formatDate } from '../../../model/date.ts';
import { siteContext } from '../../context.ts';
import { read } from '../../failure.server.ts';
import { Cover } from '../../ui/cover.tsx';
import { Day } from '../../ui/day.tsx';
import { headOf, unlistedHead } from '../../ui/head.ts';
import { siteOf } from '../../ui/site.ts';
import { breadcrumbs, newsArticle } from '../../ui/structured-data.ts';
import type { Route } from './+types/article.ts';
import { BackLink, Problem } from './article/problem.tsx';
import styles from './article.module.css';
import './article/body.css';
import './article/code.css';
import './article/lists.css';

const NO_SLUG = 'Идентификатор статьи не указан.';
const NOT_FOUND = 'Статья не найдена или имеет неверный формат.';
const FAILED = 'Ошибка при загрузке статьи.';

export function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  return read(request, async () => {
    if (params.slug.trim() === '') return data({ problem: NO_SLUG }, { status: 404 });
    const found = await findPublicArticle(db, params.slug);
    if (found && 'movedTo' in found)
      throw redirect(`/news/${found.movedTo}`, { status: 301, headers: { 'Cache-Control': 'no-cache' } });
    if (!found || found.article.title.trim() === '') return data({ problem: NOT_FOUND }, { status: 404 });
    return shown(found.article);
  });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData || 'failure' in loaderData) return unlistedHead(site, 'Новости');
  if ('problem' in loaderData) return unlistedHead(site, 'Статья не найдена');
  const { title, slug, cover, excerpt } = loaderData;
  const path = `/news/${slug}`;
  const steps = [
    { name: 'Главная', path: '/' },
    { name: 'Новости', path: '/news' },
    { name: title, path },
  ];
  const linked = site ? [breadcrumbs(site, steps), newsArticle(site, loaderData)] : [];
  return headOf(site, { path, title, description: excerpt || title, type: 'article', image: cover, data: linked });
}

export default function Article({ loaderData }: Route.ComponentProps) {
  if ('failure' in loaderData) return <Problem text={FAILED} canRetry />;
  if ('problem' in loaderData) return <Problem text={loaderData.problem} />;
  const { slug, title, date, dateText, cover, html } = loaderData;
  return (
    <article className={styles.article}>
      <div className={styles.hero}>
        <Cover slug={slug} cover={cover} isFirst />
      </div>
      <header className={title.length > LONG_TITLE ? `${styles.head} ${styles.long}` : styles.head}>
        <BackLink />
        <h1>{title}</h1>
        <Day className={styles.date} date={date} text={dateText} />
      </header>
      <div className={`${styles.body} article-body`} dangerouslySetInnerHTML={{ __html: html }} />
      <footer className={styles.end}>
        <BackLink />
      </footer>
    </article>
  );
}

export function ErrorBoundary() {
  return <Problem text={FAILED} canRetry />;
}

/** Characters above which a title is set smaller. */
const LONG_TITLE = 70;

async function shown({ slug, title, date, coverImageUrl, content, excerpt, updatedAt }: Story) {
  return {
    slug,
    title,
    date,
    dateText: formatDate(date),
    cover: coverImageUrl,
    excerpt,
    updatedAt,
    html: await displayBody(content),
  };
}
