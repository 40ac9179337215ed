import { readShownSiteText } from '../../../model/settings/site-text.ts';
import { isVotingOpen, readVoteSettings, type VoteSettings } from '../../../model/settings/vote.ts';
import { ownOpening } from '../../../model/settings/vote-window.ts';
import { type Start, toStart } from '../../broadcast-start.ts';
import { siteContext } from '../../context.ts';
import { read } from '../../failure.server.ts';
import { FailedPage } from '../../ui/errors/failure.tsx';
import { headOf, unlistedHead } from '../../ui/head.ts';
import { useLive } from '../../ui/live/live.ts';
import { siteOf } from '../../ui/site.ts';
import { breadcrumbs } from '../../ui/structured-data.ts';
import type { Route } from './+types/vote.ts';
import { LitLamp } from './vote/lamp.tsx';
import { useGate } from './vote/use-gate.ts';
import { Waiting } from './vote/waiting.tsx';
import styles from './vote.module.css';

const FAILED = 'Ошибка при загрузке данных для голосования.';

export function loader({ context }: Route.LoaderArgs) {
  const { db, timeZone } = context.get(siteContext);
  return read(async () => {
    const [{ value: vote }, { value: texts }] = await Promise.all([readVoteSettings(db), readShownSiteText(db)]);
    const voting_url = isVotingOpen(vote) ? vote.voting_url : '';
    return {
      vote: { ...vote, voting_url, title: vote.title.trim() || 'Голосование' },
      isSpreading: Date.now() < ownOpening(vote, 1),
      opening: toStart(vote.opens_at, timeZone),
      timeZone,
      button: texts.vote_button_text,
      closed: { title: texts.vote_closed_title, text: texts.vote_closed_text },
    };
  });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData || 'failure' in loaderData) return unlistedHead(site, 'Голосование');
  const { title, description } = loaderData.vote;
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
  return <Ballot {...loaderData} />;
}

interface Props {
  vote: VoteSettings;
  isSpreading: boolean;
  opening: Start | null;
  timeZone: string;
  button: string;
  closed: { title: string; text: string };
}

function Ballot({ vote: loaded, isSpreading, opening: loadedOpening, timeZone, button, closed }: Props) {
  const vote = useLive('vote-settings') ?? loaded;
  const gate = useGate(vote, isSpreading);
  const opening = vote.opens_at === loaded.opens_at ? loadedOpening : toStart(vote.opens_at, timeZone);
  const { voting_url: address, description } = vote;
  const isOpen = gate === 'open' && address !== '';
  return (
    <section className={isOpen ? `${styles.vote} ${styles.open}` : styles.vote}>
      <h1>{vote.title.trim() || 'Голосование'}</h1>
      <div className={styles.place}>
        {isOpen ? (
          <LitLamp text={button} address={address} />
        ) : (
          <Waiting gate={gate} address={address} opening={opening} closed={closed} />
        )}
      </div>
      <p className={styles.description}>{description}</p>
      {isOpen && (
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
