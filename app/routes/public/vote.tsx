import { findOutcome } from '../../../model/articles/groups/groups.ts';
import { isVotingOpen, readVoteSettings, type VoteSettings } from '../../../model/settings/vote.ts';
import { ownOpening } from '../../../model/settings/vote-window.ts';
import { readWatchSettings } from '../../../model/settings/watch/watch.ts';
import { correctDate } from '../../../model/text/correct-date.ts';
import { type Start, toStart } from '../../broadcast-start.ts';
import { siteContext } from '../../context.ts';
import { read } from '../../failure.server.ts';
import { type VotePhase, votePhase, type Winner, winnerOf } from '../../phases.ts';
import { readTexts } from '../../texts.server.ts';
import { FailedPage } from '../../ui/errors/failure.tsx';
import { headOf, unlistedHead } from '../../ui/head.ts';
import { useLive } from '../../ui/live/live.ts';
import { siteOf } from '../../ui/site.ts';
import { breadcrumbs } from '../../ui/structured-data.ts';
import type { Route } from './+types/vote.ts';
import { LitLamp } from './vote/lamp.tsx';
import { Result } from './vote/result.tsx';
import { useGate } from './vote/use-gate.ts';
import { Waiting } from './vote/waiting.tsx';
import styles from './vote.module.css';

const NOT_HELD = 'Голосования зрителей нет: победителя определяет жюри.';
const FAILED = 'Ошибка при загрузке данных для голосования.';

export function loader({ context }: Route.LoaderArgs) {
  const { db, timeZone, isSpoilerFree } = context.get(siteContext);
  return read(async () => {
    const [{ value: vote }, { value: texts }, { value: watch }, outcome] = await Promise.all([
      readVoteSettings(db),
      readTexts(context),
      readWatchSettings(db),
      isSpoilerFree ? undefined : findOutcome(db),
    ]);
    const voting_url = isVotingOpen(vote) ? vote.voting_url : '';
    const opening = toStart(vote.opens_at, timeZone);
    const closedText = texts.vote_closed_text;
    return {
      vote: { ...vote, voting_url, title: vote.title.trim() || 'Голосование' },
      isSpreading: Date.now() < ownOpening(vote, 1),
      opening,
      timeZone,
      winner: winnerOf(outcome, toStart(watch.starts_at, timeZone)),
      button: texts.vote_button_text,
      closed: {
        title: texts.vote_closed_title,
        text: opening ? correctDate(closedText, opening.wall.slice(0, 10)) : closedText,
      },
      over: { title: texts.vote_over_title, text: texts.vote_over_text },
    };
  });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData || 'failure' in loaderData) return unlistedHead(site, 'Голосование');
  const { vote, winner, over } = loaderData;
  const { title } = vote;
  const told: Partial<Record<VotePhase, string>> = { over: over.text, not_held: NOT_HELD };
  const description = told[votePhase(vote, winner)] ?? vote.description;
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
  winner: Winner | null;
  button: string;
  closed: { title: string; text: string };
  over: { title: string; text: string };
}

function Ballot({ vote: loaded, isSpreading, opening: loadedOpening, timeZone, winner, button, ...texts }: Props) {
  const vote = useLive('vote-settings') ?? loaded;
  const gate = useGate(vote, isSpreading);
  // Not read again: the server may be busy just then.
  const opening = vote.opens_at === loaded.opens_at ? loadedOpening : toStart(vote.opens_at, timeZone);
  const { voting_url: address, description } = vote;
  // By the server's clock the window may have passed before its event arrives.
  const phase = gate === 'closed' && vote.vote_state === 'open' ? 'over' : votePhase(vote, winner);
  const isOpen = gate === 'open' && address !== '';
  return (
    <section className={isOpen ? `${styles.vote} ${styles.open}` : styles.vote}>
      <h1>{vote.title.trim() || 'Голосование'}</h1>
      <div className={styles.place}>
        {isOpen ? (
          <LitLamp text={button} address={address} />
        ) : (
          <Waiting phase={gate === 'opening' ? gate : phase} address={address} opening={opening} {...texts} />
        )}
      </div>
      {phase === 'over' || phase === 'not_held' ? (
        <Result winner={winner} />
      ) : (
        <p className={styles.description}>{description}</p>
      )}
      {isOpen && (
        <p className={styles.declined}>
          Вы отказались от cookie. Голосование откроется, но голос могут не засчитать.{' '}
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
