import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  boardOf,
  hasPoints,
  hasWinner,
  joined,
  pointsText,
  type Row,
  stepText,
} from '../../../../model/results/board.ts';
import type { Results } from '../../../../model/results/schema.ts';
import { Stage } from '../../../ui/brand/stage.tsx';
import { Cover } from '../../../ui/cards/cover.tsx';
import { Logo } from '../../../ui/frame/site-header.tsx';
import { showNewest, useLive, useNewestDocument } from '../../../ui/live/live.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { countOf } from '../../../ui/results/board.tsx';
import { type Paced, STEP_DURATION, useMoves, usePaced } from '../../../ui/results/paced.ts';
import { useResults } from '../../../ui/results/use-results.ts';
import { CountDown, StartTime } from '../../../ui/time/time.tsx';
import styles from './hall.module.css';
import type { ShownScreen } from './results.server.ts';

/** Above this number of performers the hall screen has two columns. */
const ONE_COLUMN = 8;
/** How long the highest mark covers the board before its rows move, in ms. */
const MOMENT = 2600;
const TITLE = 'Итоги';

/** The whole window, for a screen in the hall. */
export function HallScreen({ current: loaded, show, pictures, ...waiting }: ShownScreen) {
  const current = useResults(loaded, { show, isAtOnce: true });
  const newest = useNewestDocument();
  // Held updates are applied at once: a hall screen has no operator.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new document may be held.
  useEffect(showNewest, [newest]);
  return (
    <div className={`stage ${styles.screen}`} data-hall-screen="">
      {current.show ? (
        <HallBoard key={current.show.id} results={current} pictures={pictures} />
      ) : (
        <Waiting {...waiting} show={show} />
      )}
    </div>
  );
}

function Waiting({ show, title, start, stage, logo }: Omit<ShownScreen, 'current' | 'pictures'>) {
  const { state, show: onStage } = useLive('stage') ?? stage;
  // A finished board is of an earlier show: this one has no points yet.
  const hasBegun = state !== 'none' && state !== 'ended' && (show === undefined || show === onStage?.id);
  return (
    <div className={styles.waiting}>
      <Stage />
      <p className={styles.logo}>
        <Logo words={logo} />
      </p>
      <h1>{title ?? TITLE}</h1>
      {start && !hasBegun && (
        <p className={styles.start}>
          <StartTime start={start} />
        </p>
      )}
      <p className={styles.soon}>
        <CountDown until={(!hasBegun && start?.at) || ''}>Баллы появятся здесь.</CountDown>
      </p>
    </div>
  );
}

type BoardProps = Pick<ShownScreen, 'pictures'> & { results: Results };

function HallBoard({ results, pictures }: BoardProps) {
  const shown = usePaced(results);
  const rows = boardOf(shown);
  const moment = momentOf(shown);
  const [isCrowned, setCrowned] = useCrowned(shown);
  const list = useRef<HTMLOListElement>(null);
  useSizes(list, rows);
  useMoves(list, moment ? MOMENT : 0);
  const isWon = hasWinner(shown);
  return (
    <div className={styles.hall}>
      <div className={styles.head}>
        <h1>{shown.show?.title}</h1>
        <p role="status">{stepText(shown, shown.isWhole)}</p>
        <p className={styles.count}>{countOf(shown)}</p>
      </div>
      <ol ref={list} className={rows.length > ONE_COLUMN ? `${styles.rows} ${styles.two}` : styles.rows}>
        {rows.map((row) => (
          <HallRow key={row.contestant} row={row} shown={shown} />
        ))}
      </ol>
      {moment && (
        <p key={shown.steps.length} className={styles.moment} aria-hidden="true">
          <span>{moment.title}</span>
          <b>{moment.top}</b>
          <strong>{moment.names}</strong>
        </p>
      )}
      {isWon && <Winner shown={shown} pictures={pictures} isShown={isCrowned} />}
      {isWon && (
        <button
          type="button"
          className={styles.switch}
          aria-label={isCrowned ? 'Показать баллы' : 'Показать победителя'}
          onClick={() => setCrowned(!isCrowned)}
        />
      )}
    </div>
  );
}

function HallRow({ row, shown }: { row: Row; shown: Paced }) {
  const contestant = shown.contestants[row.contestant];
  if (!contestant) return null;
  const { slug, name, song, country } = contestant;
  const given = shown.isWhole ? 0 : (new Map(shown.steps.at(-1)?.points).get(row.contestant) ?? 0);
  const isWinner = shown.state === 'final' && row.place === 1;
  return (
    <li className={isWinner ? `${styles.row} ${styles.first}` : styles.row} data-key={slug}>
      <span className={styles.place}>{row.place}</span>
      <b>{hasPoints(shown) && row.total}</b>
      <span className={styles.who}>
        <PageLink to={`/programme/${slug}`} tabIndex={-1}>
          {name}
        </PageLink>
        <small>{aboutOf({ song, country })}</small>
      </span>
      {given > 0 && <span className={`badge ${styles.plus}`}>{`+${given}`}</span>}
    </li>
  );
}

const aboutOf = ({ song, country }: { song: string; country: string }) =>
  [song && `«${song}»`, country].filter(Boolean).join(' · ');

type WinnerProps = Pick<BoardProps, 'pictures'> & { shown: Paced; isShown: boolean };

/** The winner over the whole screen. The picture is preloaded during the last step. */
function Winner({ shown, pictures, isShown }: WinnerProps) {
  const named = boardOf(shown).map((row) => {
    const { slug = '', name = '', song = '', country = '' } = shown.contestants[row.contestant] ?? {};
    return { ...row, slug, song, country, name };
  });
  const winners = named.filter(({ place }) => place === 1);
  const [first] = winners;
  if (!first) return null;
  return (
    <div className={isShown ? styles.winner : ''} hidden={!isShown}>
      <Stage />
      <div className={styles.pictures}>
        {winners.map(({ slug }) => (
          <div key={slug}>
            <Cover slug={slug} cover={pictures[slug] ?? null} sizes="max(50vw, 140vh)" isFirst />
          </div>
        ))}
      </div>
      <div className={styles.words}>
        <p className={`badge ${styles.title}`}>{winners.length > 1 ? 'Победители' : 'Победитель'}</p>
        <p className={styles.name}>{joined(winners.map(({ name }) => name))}</p>
        <p className={styles.song}>{winners.map(aboutOf).filter(Boolean).join(', ')}</p>
        {hasPoints(shown) && (
          <p className={styles.total}>
            <b>{first.total}</b>
            {pointsText(first.total).replace(/^\d+/, '')}
          </p>
        )}
        {named
          .filter(({ place, total }) => place > 1 && place <= 3 && total > 0)
          .map(({ slug, place, name, total }) => (
            <p key={slug} className={styles.next}>
              {place}-е место — {name} <b>{total}</b>
            </p>
          ))}
      </div>
    </div>
  );
}

/** Whether the winner covers the board: at once when opened after the end, else after the last step's six seconds. */
function useCrowned({ state, isWhole }: Paced) {
  const crowned = useState(isWhole);
  const [, setCrowned] = crowned;
  useEffect(() => {
    if (state !== 'final') return setCrowned(false);
    const timer = setTimeout(() => setCrowned(true), STEP_DURATION);
    return () => clearTimeout(timer);
  }, [state]);
  return crowned;
}

/** Sets rows per column and bar lengths by script: the CSP forbids `style` in HTML. Runs before `useMoves` measures. */
function useSizes(list: { current: HTMLElement | null }, rows: Row[]): void {
  useLayoutEffect(() => {
    const most = Math.max(1, rows[0]?.total ?? 0);
    list.current?.style.setProperty('--rows', `${Math.ceil(rows.length / 2)}`);
    for (const [at, { total }] of rows.entries())
      (list.current?.children[at] as HTMLElement | undefined)?.style.setProperty('--part', `${total / most}`);
  });
}

/** The highest mark of the scale, given in the last step. */
function momentOf({ steps, plan = [], contestants, isWhole }: Paced) {
  const step = steps.at(-1);
  const top = plan.flatMap(({ top, steps: count }) => Array<typeof top>(count).fill(top))[steps.length - 1];
  const best = step?.points.filter(([, given]) => given === top) ?? [];
  if (isWhole || !step || !top || best.length === 0) return undefined;
  return { title: step.title, top, names: joined(best.map(([at]) => contestants[at]?.name ?? '')) };
}
