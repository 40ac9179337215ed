import { useEffect, useState } from 'react';
import { useSite } from '../site.ts';
import { setServerClock } from '../time/server-clock.ts';
import { isStill, onStillChange } from '../view/reduced-motion.ts';
import { connect } from './connection.ts';
import type { Message } from './listen.ts';
import { hear, release, useHeld, useLive } from './live.ts';
import styles from './live-updates.module.css';
import { useReadAgain } from './use-read-again.ts';

/** Delay after load, in ms. */
const AFTER_REST = 1000;

/** Live updates, announced politely. While the page is paused they are only offered. */
export function LiveUpdates() {
  const readAgain = useReadAgain();
  const isHeld = useHeld();
  const words = useWords();

  useEffect(() => {
    let seen: number | undefined;
    const take = ({ clock, state, lists }: Message) => {
      if (clock !== undefined) setServerClock(clock);
      if (state) hear(state);
      if (lists === undefined) return;
      // Initially the time the page was opened, by the server's clock.
      seen ??= clock === undefined ? lists : clock - performance.now();
      if (lists > seen) readAgain();
      seen = Math.max(seen, lists);
    };
    let disconnect: (() => void) | undefined;
    const stopWatching = onStillChange(() => {
      if (!isStill()) release();
    });
    const timer = setTimeout(() => {
      disconnect = connect(take);
    }, AFTER_REST);
    return () => {
      clearTimeout(timer);
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
          <span>Появились обновления.</span>
          <button type="button" onClick={release}>
            Показать
          </button>
        </div>
      )}
    </>
  );
}

function useWords(): string {
  const site = useSite();
  const watch = useLive('watch-settings');
  const vote = useLive('vote-settings');
  const isLive = watch?.is_stream_enabled ?? site?.isLive;
  const isOpen = vote ? vote.vote_state === 'open' : site?.isVotingOpen;
  const [before, setBefore] = useState({ isLive, isOpen });
  const [words, setWords] = useState('');
  if (isLive !== before.isLive || isOpen !== before.isOpen) {
    setBefore({ isLive, isOpen });
    const sentences = [
      isLive !== before.isLive && (isLive ? 'Прямой эфир начался.' : 'Прямой эфир закончился.'),
      isOpen !== before.isOpen && (isOpen ? 'Голосование открыто.' : 'Голосование закрыто.'),
    ];
    setWords(sentences.filter(Boolean).join(' '));
  }
  return words;
}
