import { useEffect, useState } from 'react';
import { isOlder } from '../../../model/live/id.ts';
import { loadWithRetries } from '../load.ts';
import { useNow, useSite } from '../site.ts';
import type { LiveDocument } from './document.ts';
import { isPaused, onPauseChange, setRenderedLists, showNewest, useDocument, useNewestDocument } from './live.ts';
import styles from './live-updates.module.css';
import { useReadAgain, useResumedReading } from './use-read-again.ts';

const DEBOUNCE = 1000;

/** Live updates, announced politely. While the page is paused they are only offered. */
export function LiveUpdates() {
  const newest = useNewestDocument();
  const isHeld = useDocument((shown) => shown) !== newest;
  const words = useAnnouncement();
  useReadLists(newest);
  const isLost = useOffline();

  useEffect(() => {
    const stopWatching = onPauseChange(() => {
      if (!isPaused()) showNewest();
    });
    let isGone = false;
    let disconnect: (() => void) | undefined;
    const timer = setTimeout(load, DEBOUNCE);
    async function load() {
      const { connect } = await loadWithRetries(() => import('./connection.ts'));
      if (!isGone) disconnect = connect();
    }
    return () => {
      isGone = true;
      clearTimeout(timer);
      stopWatching();
      disconnect?.();
    };
  }, []);

  return (
    <>
      <p className="hidden" role="status">
        {isHeld ? '' : words}
      </p>
      <p className={isLost ? styles.lost : 'hidden'} role="status">
        {isLost && 'Нет сети. Попробуйте ещё раз, когда связь появится.'}
      </p>
      {isHeld && (
        <div className={`row ${styles.held}`} role="status">
          <span>Появились обновления.</span>
          <button type="button" className="pill hot" onClick={showNewest}>
            Показать
          </button>
        </div>
      )}
    </>
  );
}

/** Whether a link was followed offline: the page stays and says why, instead of the browser's error page. */
function useOffline(): boolean {
  const [isLost, setLost] = useState(false);
  // Not part of the connection, whose code loads later, and never on a page that is already offline.
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const leaves = link?.origin === location.origin && (link.pathname !== location.pathname || !link.hash);
      if (navigator.onLine || !leaves) return;
      event.preventDefault();
      event.stopPropagation();
      setLost(true);
    };
    const forget = () => setLost(false);
    document.addEventListener('click', follow, true);
    addEventListener('online', forget);
    return () => {
      document.removeEventListener('click', follow, true);
      removeEventListener('online', forget);
    };
  }, []);
  return isLost;
}

function useReadLists({ lists }: LiveDocument): void {
  const rendered = useSite()?.lists;
  useEffect(() => setRenderedLists(rendered), [rendered]);
  useReadAgain(lists === rendered || isOlder(lists, rendered) ? undefined : lists);
  useResumedReading();
}

function useAnnouncement(): string {
  const { isLive, isVotingOpen: isOpen } = useNow();
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
