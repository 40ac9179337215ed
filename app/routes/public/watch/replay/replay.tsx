import { lazy, type MouseEvent, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { readSecond } from '../../../../../model/settings/watch/phase.ts';
import { startingAt } from '../../../../../model/settings/watch/players.ts';
import { lengthText } from '../../../../../model/text/size.ts';
import { useHasResults } from '../../../../ui/live/live.ts';
import { type Shown, subscribeToPlayer, ViewerClock } from '../../../../ui/live/viewer-clock.ts';
import { loadWithRetries } from '../../../../ui/load.ts';
import { PageLink } from '../../../../ui/page-link.tsx';
import sheet from '../beside.css?url';
import type { frameAddress } from '../frame.ts';
import type { Screen } from '../screen.tsx';
import type { ShownChapter, ShownReplay } from './replay.server.ts';

/** Passed as props: imports would make a shared chunk, one more request for every visitor. */
interface Loaded {
  styles: Record<string, string>;
  Screen: typeof Screen;
  frameAddress: typeof frameAddress;
}

interface Props {
  loaded: Loaded;
  replay: ShownReplay;
  title: string;
  over: { title: string; text: string };
  origin: string;
  children: ReactNode;
}

const clock = new ViewerClock();
const LiveBoard = lazy(() => loadWithRetries(() => import('../live-board.tsx')));

export default function Replay({ loaded, replay, title, over, origin, children }: Props) {
  const { styles, Screen, frameAddress } = loaded;
  const { player, chapters } = replay;
  const { frame, key, address, current, goTo, momentNow } = usePlace(replay, frameAddress(player, title, origin));
  const list = useRef<HTMLOListElement>(null);
  const hasBoard = useHasResults();
  useEffect(() => {
    const item = current === undefined ? undefined : list.current?.children[current];
    // On wide screens the list is a scroll container.
    if (list.current && item instanceof HTMLElement) list.current.scrollTop = item.offsetTop - item.offsetHeight;
  }, [current]);
  return (
    <section className={`backdrop ${styles.cinema} replay`} data-beside={chapters.length > 0 || undefined}>
      <link rel="stylesheet" href={sheet} precedence="beside" />
      <Screen key={key} frame={frame} address={address} title={title} isForeign={!isOwn(player)} />
      {hasBoard && (
        <Suspense>
          <LiveBoard momentNow={momentNow} />
        </Suspense>
      )}
      <div className={`stack ${styles.words}`}>
        <p className="badge bare">{`Запись · ${over.title}`}</p>
        <h1>{title}</h1>
        <p>{over.text}</p>
      </div>
      {chapters.length > 0 && (
        <nav className="chapters beside" aria-labelledby="chapters">
          <h2 id="chapters" className="quiet">
            Выступления
          </h2>
          <ol ref={list}>
            {chapters.map((chapter, at) => (
              <li key={chapter.from}>
                <Chapter chapter={chapter} isCurrent={at === current} goTo={goTo && ((event) => goTo(event, at))} />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={`stack ${styles.words}`}>{children}</div>
    </section>
  );
}

interface ChapterProps {
  chapter: ShownChapter;
  isCurrent: boolean;
  /** Absent where the player can start only at its start. */
  goTo: ((event: MouseEvent) => void) | undefined;
}

function Chapter({ chapter: { from, number, name, song }, isCurrent, goTo }: ChapterProps) {
  const words = (
    <>
      <time className="quiet" dateTime={`PT${from}S`}>
        {lengthText(from)}
      </time>
      <b>
        <span aria-hidden="true">{`${number}. `}</span>
        {name}
      </b>
      {song && <small>{`«${song}»`}</small>}
    </>
  );
  if (!goTo) return <p>{words}</p>;
  return (
    <PageLink to={`/watch?t=${from}`} aria-current={isCurrent || undefined} onClick={goTo}>
      {words}
    </PageLink>
  );
}

function usePlace({ player, startsAt, chapters }: ShownReplay, playerAddress: string) {
  const frame = useRef<HTMLIFrameElement>(null);
  const second = readSecond(new URLSearchParams(useLocation().search).get('t'));
  const [from, setFrom] = useState(second);
  const [current, setCurrent] = useState(from === undefined ? undefined : chapterAt(chapters, from));
  const isOurs = isOwn(player);
  const start = startsAt === null ? Number.NaN : Date.parse(startsAt);
  const plain = playerAddress + (isOurs ? `&recording=${start}` : '');
  const at = (place: number) => (isOurs ? `${plain}&t=${place}` : (startingAt(plain, place) ?? plain));

  useEffect(() => {
    const follow = (shown: Shown) => {
      setCurrent(chapterAt(chapters, placeOf(shown, start)));
      const moment = shown.moment ?? start + shown.seconds * 1000;
      clock.report(Number.isNaN(moment) ? undefined : { moment, rate: shown.rate });
    };
    const stop = isOurs ? subscribeToPlayer(follow) : undefined;
    return () => {
      stop?.();
      clock.report(undefined);
    };
  }, [isOurs, chapters, start]);

  // Foreign players report no position: no board, only the link to it.
  const momentNow = useCallback(() => clock.moment() ?? Number.NEGATIVE_INFINITY, []);
  const goTo = (event: MouseEvent, index: number) => {
    const place = chapters[index]?.from;
    if (place === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    history.replaceState(history.state, '', `/watch?t=${place}`);
    setCurrent(index);
    const seek = { type: 'rampa-player-seek', moment: start + place * 1000, seconds: place, play: true };
    if (isOurs) frame.current?.contentWindow?.postMessage(seek, location.origin);
    else if (frame.current) frame.current.src = at(place);
    else setFrom(place);
    frame.current?.scrollIntoView({ block: 'nearest' });
  };
  return {
    ...{ frame, current, key: from, momentNow },
    address: from === undefined ? plain : at(from),
    goTo: isOurs || startingAt(plain, 0) !== undefined ? goTo : undefined,
  };
}

function isOwn({ stream_url }: ShownReplay['player']): boolean {
  return stream_url !== null;
}

/** Seconds from the start of the recording; its dates count where it has them. */
function placeOf({ moment, seconds }: Shown, start: number): number {
  return moment === null || Number.isNaN(start) ? seconds : (moment - start) / 1000;
}

function chapterAt(chapters: ShownChapter[], place: number): number | undefined {
  const index = chapters.findLastIndex(({ from, to }) => from <= place + 0.5 && (to === null || place < to));
  return index < 0 ? undefined : index;
}
