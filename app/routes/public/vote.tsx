import { currentStage } from '../../../model/programme/stage.ts';
import { readShownVote, resultsEvent } from '../../../model/results/results.ts';
import { isVotingOpen } from '../../../model/settings/vote.ts';
import { ownOpening } from '../../../model/settings/vote-window.ts';
import { toStart } from '../../broadcast-start.ts';
import { siteContext } from '../../context.ts';
import { votePhase, type Winner } from '../../phases.ts';
import { datedBy } from '../../texts.server.ts';
import { Cover } from '../../ui/cards/cover.tsx';
import { failedPage } from '../../ui/errors/failure.tsx';
import { breadcrumbs, headOf, unlistedHead } from '../../ui/head.ts';
import { useLive } from '../../ui/live/live.ts';
import { Arrow, LinkRow, PageLink } from '../../ui/page-link.tsx';
import { useBoardState, useOutcomeLink } from '../../ui/results/use-board-state.ts';
import { siteOf, useSite } from '../../ui/site.ts';
import { StartTime, StartZone } from '../../ui/time/time.tsx';
import { readWinner } from '../../winner.server.ts';
import type { Route } from './+types/vote.ts';
import { LitLamp, useGate, Waiting } from './vote/lamp.tsx';
import styles from './vote.module.css';

const NOT_HELD = 'Голосования зрителей нет: победителя определяет жюри.';

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { db, timeZone, isSpoilerFree } = site;
  const [vote, texts, winner, stage, board] = await Promise.all([
    readShownVote(db),
    site.texts(),
    readWinner(site),
    isSpoilerFree ? null : currentStage(db),
    isSpoilerFree ? null : resultsEvent(db),
  ]);
  const voting_url = isVotingOpen(vote) ? vote.voting_url : '';
  const opening = toStart(vote.opens_at, timeZone);
  return {
    vote: { ...vote, voting_url, title: vote.title.trim() || 'Голосование' },
    isSpreading: Date.now() < ownOpening(vote, 1),
    opening,
    closing: toStart(vote.closes_at, timeZone),
    timeZone,
    winner,
    stage,
    board,
    button: texts.vote_button_text,
    closed: { title: texts.vote_closed_title, text: datedBy(opening, texts.vote_closed_text) },
    over: { title: texts.vote_over_title, text: texts.vote_over_text },
  };
}

export function meta({ loaderData, matches, error }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData) return unlistedHead(site, 'Голосование', error);
  const { vote, winner, over } = loaderData;
  const phase = votePhase(vote, winner);
  const title = phase === 'over' ? over.title : vote.title;
  const description = phase === 'over' ? over.text : phase === 'not_held' ? NOT_HELD : vote.description;
  const data = [breadcrumbs(site, [{ name: title, path: '/vote' }])];
  return headOf(site, { path: '/vote', title, description, data });
}

export default function Vote({ loaderData }: Route.ComponentProps) {
  const { vote: loaded, isSpreading, timeZone, button, closed, over, ...props } = loaderData;
  const hasProgramme = useSite()?.hasProgramme;
  const vote = useLive('vote-settings') ?? loaded;
  const { board, isAhead } = useBoardState(props.board);
  const winner = isAhead ? null : props.winner;
  const outcome = useOutcomeLink(board, props.stage);
  const gate = useGate(vote, isSpreading);
  // Not revalidated: the server may be busy just then.
  const opening = vote.opens_at === loaded.opens_at ? props.opening : toStart(vote.opens_at, timeZone);
  const closing = vote.closes_at === loaded.closes_at ? props.closing : toStart(vote.closes_at, timeZone);
  const address = vote.voting_url;
  // The window may have ended by the server's clock before its event arrives.
  const phase = gate === 'closed' && vote.vote_state === 'open' ? 'over' : votePhase(vote, winner);
  const isOpen = gate === 'open' && address !== '';
  const isPast = phase === 'over' || phase === 'not_held';
  const isTold = isPast && winner !== null;
  return (
    <section className={`backdrop ${styles.vote} ${isTold ? styles.told : ''}`} data-told={isPast ? '' : undefined}>
      <h1>{(phase === 'over' ? over.title : vote.title.trim()) || 'Голосование'}</h1>
      <div className={isTold ? 'row' : `stack ${styles.place}`}>
        {isTold && <Result winner={winner} />}
        {isOpen && <LitLamp text={button} address={address} />}
        {!isTold && !isOpen && (
          <Waiting phase={gate === 'opening' ? gate : phase} {...{ address, opening, closed, over }} />
        )}
      </div>
      <div className={`stack ${styles.words}`}>
        {isTold && phase === 'not_held' && <p>{NOT_HELD}</p>}
        {!isPast && closing && phase !== 'before' && (
          <p className={styles.said}>
            {phase === 'open' ? 'Голосуйте до ' : 'Голосование продлится до '}
            <b>
              <StartTime start={closing} />
            </b>{' '}
            <StartZone start={closing} />
          </p>
        )}
        {!isPast && <p className={styles.said}>{vote.description}</p>}
        <LinkRow>
          {isPast && !isTold && (
            <PageLink className="hot" to={outcome.to}>
              {outcome.action}
              <Arrow />
            </PageLink>
          )}
          {hasProgramme && <PageLink to="/programme">Песни и участники</PageLink>}
          <PageLink to="/about">О конкурсе</PageLink>
        </LinkRow>
      </div>
      {isOpen && (
        <p className={`quiet ${styles.declined}`}>
          Вы отказались от cookie. Голосование откроется, но голос могут не засчитать.{' '}
          <button type="button" data-consent-does="open">
            Изменить решение
          </button>
        </p>
      )}
    </section>
  );
}

function Result({ winner: { face, name, title, about, to, action, article } }: { winner: Winner }) {
  return (
    <>
      {face && (
        <div className={styles.face}>
          <Cover {...face} sizes="min(100vw,72svh)" isFirst />
        </div>
      )}
      <div className={`stack ${styles.words}`}>
        <PageLink to={to} className={`stack ${styles.result}`}>
          {name}
          <b>{title}</b>
          {about}
          <span className="pill hot">
            {action}
            <Arrow />
          </span>
        </PageLink>
        {article && <PageLink to={article.to}>{article.title}</PageLink>}
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage('Голосование', () => 'Ошибка при загрузке данных для голосования.');
