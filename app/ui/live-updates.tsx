import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Message } from './live/listen.ts';
import { hear, type LiveState, release, useHeardState, useHeld } from './live.ts';
import styles from './live-updates.module.css';
import { setServerClock } from './server-clock.ts';
import { isStill, onStillChange } from './still.ts';

/** Open pages read their lists again within this time, each at a moment of its own. In ms. */
const READ_AGAIN_WITHIN = 5000;

/** Keeps the open page true: hears of changes and says them politely. While the visitor keeps the page still, it only offers to show them. */
export function LiveUpdates() {
  const readAgain = useReadAgain();
  const isHeld = useHeld();
  const words = useWords();

  useEffect(() => {
    const take = (message: Message) => {
      if ('clock' in message) setServerClock(message.clock);
      if ('state' in message) hear(message.state);
      if ('lists' in message) readAgain.current();
    };
    let disconnect: (() => void) | undefined;
    let isGone = false;
    const stopWatching = onStillChange(() => {
      if (!isStill()) release();
    });
    void import('./live/connection.ts').then(
      ({ connect }) => {
        if (!isGone) disconnect = connect(take);
      },
      () => {},
    );
    return () => {
      isGone = true;
      stopWatching();
      disconnect?.();
    };
  }, [readAgain]);

  return (
    <>
      <p className="hidden" role="status">
        {isHeld ? '' : words}
      </p>
      {isHeld && (
        <div className={styles.held} role="status">
          <span>На сайте есть изменения.</span>
          <button type="button" onClick={release}>
            Показать
          </button>
        </div>
      )}
    </>
  );
}

/** Reads the page's data again, unless the server does not answer: what stands on the page is better than an error. */
function useReadAgain() {
  const { revalidate } = useRevalidator();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const readAgain = useRef(() => {});
  readAgain.current = () => {
    if (isStill()) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      const answer = await fetch('/api/live?poll').catch(() => undefined);
      if (answer?.ok && !document.hidden) await revalidate();
    }, Math.random() * READ_AGAIN_WITHIN);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return readAgain;
}

/** What has changed since the page was opened, for those who hear the page. */
function useWords(): string {
  const state = useHeardState();
  const [before, setBefore] = useState<LiveState>();
  const [words, setWords] = useState('');
  if (state !== before) {
    setBefore(state);
    if (before) setWords(tellChange(before, state) || words);
  }
  return words;
}

function tellChange(before: LiveState, now: LiveState): string {
  const wasOn = before['watch-settings']?.is_stream_enabled;
  const isOn = now['watch-settings']?.is_stream_enabled;
  const was = before['vote-settings']?.vote_state;
  const is = now['vote-settings']?.vote_state;
  const sentences = [
    wasOn === undefined || wasOn === isOn ? '' : isOn ? 'Прямой эфир начался.' : 'Прямой эфир закончился.',
    was === undefined || was === is
      ? ''
      : is === 'open'
        ? 'Голосование открыто.'
        : was === 'open'
          ? 'Голосование закрыто.'
          : '',
  ];
  return sentences.filter(Boolean).join(' ');
}
