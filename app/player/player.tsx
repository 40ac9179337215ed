import { useEffect, useRef, useState } from 'react';
import { Playback, type Status } from './playback.ts';
import styles from './player.module.css';
import { readSource } from './source.ts';
import { tellParent } from './tell-parent.ts';

const LOADING: Status = { state: 'loading', isBehind: false };

export function Player() {
  const video = useRef<HTMLVideoElement>(null);
  const playback = useRef<Playback>(null);
  const [attempt, setAttempt] = useState(0);
  const [status, setStatus] = useState<Status & { title?: string; canRetry?: boolean }>(LOADING);

  useEffect(() => {
    const { title, src, problem } = readSource(location.search);
    document.title = title;
    const show = (next: Status) => {
      setStatus({ ...next, title, canRetry: Boolean(src) });
      tellParent(next.state);
    };
    if (!src || !video.current) return show({ ...LOADING, state: 'failed', message: problem });
    const started = new Playback(video.current, src, show);
    playback.current = started;
    setStatus({ ...LOADING, title });
    return () => started.stop();
  }, [attempt]);

  const { state, message, title = 'Прямая трансляция', isBehind, canRetry } = status;
  return (
    <main className={`stage ${styles.player}`}>
      <h1 className={styles.title}>{title}</h1>
      <video ref={video} controls={state !== 'failed' && state !== 'blocked'} playsInline aria-label={title} />
      {(state === 'loading' || state === 'stalled') && <p className={styles.waiting} role="status">{state === 'loading' ? 'Загружаем трансляцию…' : 'Ждём сигнал…'}</p>}
      {state === 'blocked' && (
        <button type="button" className={styles.play} onClick={() => playback.current?.play()}>
          <PlaySign />
          <span className={styles.title}>Смотреть</span>
        </button>
      )}
      {state === 'muted' && (
        <button type="button" className={styles.sound} onClick={() => playback.current?.unmute()}>
          Включить звук
        </button>
      )}
      {isBehind && state === 'playing' && (
        <button type="button" className={styles.sound} onClick={() => playback.current?.toLive()}>
          К прямому эфиру
        </button>
      )}
      {state === 'failed' && (
        <div className={styles.failed} role="alert">
          <p>{message}</p>
          {canRetry && (
            <button type="button" onClick={() => setAttempt(attempt + 1)}>
              Повторить
            </button>
          )}
        </div>
      )}
      <noscript>
        <p className={styles.waiting}>Чтобы смотреть трансляцию, включите в браузере JavaScript.</p>
      </noscript>
    </main>
  );
}

function PlaySign() {
  return (
    <svg viewBox="0 0 24 24" width="48" height="48" aria-hidden="true">
      <path fill="currentColor" d="M7 4.500v15l12.500-7.500z" />
    </svg>
  );
}
