import { type RefObject, useEffect, useRef, useState } from 'react';
import type { MetaDescriptor } from 'react-router';
import { useCaptions } from '../../player/captions.ts';
import { NO_STREAM } from '../../player/engine/engine.ts';
import { Menus } from '../../player/menus.tsx';
import { followView, reportMoment, reportToParent } from '../../player/parent.ts';
import { LOADING, Playback, type Status } from '../../player/playback.ts';
import styles from '../../player/player.module.css';
import { type Asked, findSource } from '../../player/source.ts';
import type { PageHandle } from '../../root.tsx';

/** Framed by the Watch page. One response for every source: the query is read in the browser. */
export const handle: PageHandle = { isBare: true };

export function meta(): MetaDescriptor[] {
  return [{ title: 'Прямая трансляция' }, { name: 'robots', content: 'noindex' }];
}

export default function Player() {
  const [attempt, setAttempt] = useState(0);
  return <Film key={attempt} onRetry={() => setAttempt(attempt + 1)} />;
}

const NO_RECORDING = 'Запись сейчас недоступна. Попробуйте ещё раз через минуту.';
/** The browser's controls are off: their spinner would cover our messages. */
const BARE: Status['state'][] = ['loading', 'failed', 'blocked'];
const UNKNOWN: Asked = { title: 'Прямая трансляция', src: null };
/** The URL of a former poster redirects to the current one. */
const ARTWORK = [
  { src: '/og/watch-000000000000.jpg', sizes: '1200x630', type: 'image/jpeg' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
];

function Film({ onRetry }: { onRetry: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const { asked, status, playback } = usePlayback(video);
  const { state, message, behind } = status;
  const captions = useCaptions(video);
  useEffect(followView, []);

  const isBehind = behind > 0 && (state === 'muted' || state === 'playing');
  const unmute = () => {
    if (video.current) video.current.muted = false;
  };
  const toLive = () => {
    playback.current?.engine?.toLive();
    // The button disappears.
    video.current?.focus();
  };

  return (
    <main className={`stage ${styles.player}`} aria-label="Проигрыватель">
      <h1 className={styles.hidden}>{asked.title}</h1>
      {state !== 'failed' && <Menus captions={captions} status={status} playback={playback} />}
      <video
        ref={video}
        className={BARE.includes(state) ? styles.empty : undefined}
        controls={!BARE.includes(state)}
        playsInline
        aria-label={asked.title}
      />
      {state === 'loading' && <Waiting text={asked.recording ? 'Загружаем запись…' : 'Загружаем трансляцию…'} />}
      {state === 'stalled' && <Waiting text={asked.recording ? 'Загружаем запись…' : 'Восстанавливаем эфир…'} />}
      {state === 'blocked' && <PlayButton onClick={() => playback.current?.play()} />}
      <div className={styles.corner}>
        {state === 'muted' && <Pill text="Включить звук" onClick={unmute} />}
        {isBehind && <Pill text={`К эфиру, −${behind} с`} onClick={toLive} />}
      </div>
      <p className={styles.hidden} role="status">
        {isBehind && 'Вы смотрите с отставанием от эфира.'}
      </p>
      {state === 'failed' && (
        <Problem
          text={asked.recording && message === NO_STREAM ? NO_RECORDING : message}
          onRetry={asked.src || asked.canRetry ? onRetry : undefined}
        />
      )}
      <noscript>
        <p className={styles.waiting}>Чтобы смотреть трансляцию, включите в браузере JavaScript.</p>
      </noscript>
    </main>
  );
}

/** Plays the source named by the address and reports its playback to the parent page. */
function usePlayback(video: RefObject<HTMLVideoElement | null>) {
  const playback = useRef<Playback>(null);
  // The response is the same for every source: the query is read in the browser only.
  const [asked, setAsked] = useState(UNKNOWN);
  const [status, setStatus] = useState(LOADING);
  useEffect(() => {
    const reporter = reportToParent();
    const show = (next: Status) => {
      setStatus(next);
      reporter.report(next);
    };
    let isOver = false;
    const leaves = [reporter.stop];
    void findSource(location.search).then((found) => {
      if (isOver) return;
      document.title = found.title;
      setAsked(found);
      if (!found.src || !video.current) return show({ ...LOADING, state: 'failed', message: found.problem });
      const { src, title, recording } = found;
      const from = recording?.from;
      const started = new Playback(
        video.current,
        { src, isWaiting: recording !== undefined && from === undefined },
        show,
      );
      if (recording && from !== undefined) started.seek({ moment: recording.startsAt + from * 1000, seconds: from });
      playback.current = started;
      leaves.push(() => started.stop(), reportMoment(video.current, started));
      showInSystem(title);
    });
    return () => {
      isOver = true;
      for (const leave of leaves) leave();
    };
  }, [video]);
  return { asked, status, playback };
}

/** Media Session: lock screen and system media controls. */
function showInSystem(title: string): void {
  if (!('mediaSession' in navigator)) return;
  navigator.mediaSession.metadata = new MediaMetadata({ title, artist: location.hostname, artwork: ARTWORK });
}

function Waiting({ text }: { text: string }) {
  return (
    <p className={styles.waiting} role="status">
      {text}
    </p>
  );
}

function PlayButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={styles.play} onClick={onClick}>
      <svg viewBox="0 0 24 24" width="48" height="48" aria-hidden="true">
        <path fill="currentColor" d="M7 4.500v15l12.500-7.500z" />
      </svg>
      <span className={styles.hidden}>Смотреть</span>
    </button>
  );
}

function Pill({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick}>
      {text}
    </button>
  );
}

function Problem({ text, onRetry }: { text: string | undefined; onRetry: (() => void) | undefined }) {
  return (
    <div className={styles.failed} role="alert">
      <p>{text}</p>
      {onRetry ? (
        <button type="button" onClick={onRetry}>
          Повторить
        </button>
      ) : (
        window.parent === window && <a href="/watch">К странице трансляции</a>
      )}
    </div>
  );
}
