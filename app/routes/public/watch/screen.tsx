import { type RefObject, useState, useSyncExternalStore } from 'react';
import { useHydrated } from '../../../ui/page-link.tsx';
import { useSite } from '../../../ui/site.ts';
import styles from './cinema.module.css';

interface Props {
  frame: RefObject<HTMLIFrameElement | null>;
  address: string;
  title: string;
  /** Third-party player: not requested before consent to cookies or to this video. */
  isForeign: boolean;
}

/** Keyed by source: a corrected title does not reload the player. */
export function Screen({ frame, address: current, title, isForeign }: Props) {
  const [address] = useState(current);
  const hasAccepted = useHasAccepted();
  const [isWanted, setWanted] = useState(false);
  const isHydrated = useHydrated();
  return (
    <div className={styles.screen}>
      <div className={styles.poster} aria-hidden="true">
        <p>{title}</p>
      </div>
      {!isForeign || hasAccepted || isWanted ? (
        <iframe
          ref={frame}
          // Lazy in the document: its scripts load after the first paint. Eager later: a new source loads out of view, too.
          loading={isHydrated ? 'eager' : 'lazy'}
          src={address}
          title={title}
          allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        <Poster address={address} onPlay={() => setWanted(true)} />
      )}
    </div>
  );
}

/** Until hydration, and without JavaScript, a link to the player. */
function Poster({ address, onPlay }: { address: string; onPlay: () => void }) {
  const isHydrated = useHydrated();
  const policy = useSite()?.policy;
  const play = (
    <>
      <svg viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
        <path fill="currentColor" d="M7 4.5v15l12.5-7.5z" />
      </svg>
      Смотреть
    </>
  );
  return (
    <div className={styles.poster}>
      {isHydrated ? (
        <button type="button" className={`pill hot ${styles.play}`} onClick={onPlay}>
          {play}
        </button>
      ) : (
        <a className={`pill hot ${styles.play}`} href={address} target="_blank" rel="noopener">
          {play}
        </a>
      )}
      <p className="quiet">
        Видео загрузится с&nbsp;{new URL(address).hostname}: он может сохранить свои файлы cookie.
        {policy && (
          <>
            {' '}
            <a href={policy}>Подробнее&nbsp;— в&nbsp;политике</a>
          </>
        )}
      </p>
    </div>
  );
}

/** By `data-consent` of `<html>`, set by the inline script. */
function useHasAccepted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.consent === 'accepted',
    () => false,
  );
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('rampa:consent', changed);
  return () => document.removeEventListener('rampa:consent', changed);
}
