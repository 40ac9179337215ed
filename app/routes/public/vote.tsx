import { readShownSiteText } from '../../../model/site-text.ts';
import { isVotingOpen, readVoteSettings } from '../../../model/vote.ts';
import { siteContext } from '../../context.ts';
import { read } from '../../failure.server.ts';
import { FailedPage } from '../../ui/failure.tsx';
import { headOf, unlistedHead } from '../../ui/head.ts';
import { siteOf } from '../../ui/site.ts';
import { breadcrumbs } from '../../ui/structured-data.ts';
import type { Route } from './+types/vote.ts';
import { DarkLamp, LitLamp } from './vote/lamp.tsx';
import styles from './vote.module.css';

const FAILED = 'Ошибка при загрузке данных для голосования.';

export function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  return read(request, async () => {
    const [{ value: vote }, { value: texts }] = await Promise.all([readVoteSettings(db), readShownSiteText(db)]);
    return {
      title: vote.title.trim() || 'Голосование',
      description: vote.description,
      votingUrl: isVotingOpen(vote) ? vote.voting_url : null,
      button: texts.vote_button_text,
      closed: { title: texts.vote_closed_title, text: texts.vote_closed_text },
    };
  });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData || 'failure' in loaderData) return unlistedHead(site, 'Голосование');
  const { title, description } = loaderData;
  const data = site
    ? [
        breadcrumbs(site, [
          { name: 'Главная', path: '/' },
          { name: title, path: '/vote' },
        ]),
      ]
    : [];
  return headOf(site, { path: '/vote', title, description, data });
}

export default function Vote({ loaderData }: Route.ComponentProps) {
  if ('failure' in loaderData) return <FailedPage title="Голосование" text={FAILED} />;
  const { title, description, votingUrl, button, closed } = loaderData;
  return (
    <section className={votingUrl ? `${styles.vote} ${styles.open}` : styles.vote}>
      <div className={styles.words}>
        <h1>{title}</h1>
        <p className={styles.description}>{description}</p>
      </div>
      {votingUrl ? <LitLamp text={button} address={votingUrl} /> : <DarkLamp {...closed} />}
      {votingUrl && (
        <p className={styles.declined}>
          Вы отклонили файлы cookie. Страница голосования откроется, но может работать с ограничениями: например, не
          засчитать голос.{' '}
          <button type="button" data-consent-does="open">
            Изменить решение
          </button>
        </p>
      )}
    </section>
  );
}

export function ErrorBoundary() {
  return <FailedPage title="Голосование" text={FAILED} />;
}
