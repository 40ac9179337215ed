import { data, type HeadersFunction } from 'react-router';
import { findPreviewedArticle } from '../../../model/articles/previews.ts';
import type { Article } from '../../../model/articles/schema.ts';
import { siteContext } from '../../context.ts';
import { read } from '../../failure.server.ts';
import { unlistedHead } from '../../ui/head.ts';
import { siteOf } from '../../ui/site.ts';
import type { Route } from './+types/preview.ts';
import { Problem } from './article/problem.tsx';
import { shown } from './article/story.server.ts';
import { Story } from './article/story.tsx';
import styles from './preview.module.css';

const ENDED = 'Ссылка для предпросмотра больше не действует. Попросите у редакции новую.';
const FAILED = 'Ошибка при загрузке предпросмотра.';
const STATES = { draft: 'черновик', scheduled: 'запланирована', published: 'опубликована' };

/** The URL is a secret: neither cached nor indexed. */
export const headers: HeadersFunction = () => ({
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
});

export function loader({ params, url, context }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  return read(async () => {
    const article = await findPreviewedArticle(db, params.token);
    if (!article) return data({ problem: ENDED }, { status: 404 });
    return { state: stateOf(article), story: await shown(db, url, article) };
  });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return unlistedHead(siteOf(matches), loaderData && 'story' in loaderData ? loaderData.story.title : 'Предпросмотр');
}

export default function Preview({ loaderData }: Route.ComponentProps) {
  if ('failure' in loaderData) return <Problem text={FAILED} canRetry />;
  if ('problem' in loaderData) return <Problem text={loaderData.problem} />;
  return (
    <>
      <p className={styles.bar}>
        Предпросмотр: так новость увидят читатели <b>{loaderData.state}</b>
      </p>
      <Story story={loaderData.story} />
    </>
  );
}

export function ErrorBoundary() {
  return <Problem text={FAILED} canRetry />;
}

function stateOf({ status, expiresAt }: Article): string {
  return expiresAt !== null && expiresAt <= new Date().toISOString() ? 'срок показа истёк' : STATES[status];
}
