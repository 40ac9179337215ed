import { useState } from 'react';
import { useConsent } from '../../../ui/use-consent.ts';
import styles from './screen.module.css';

interface Props {
  address: string;
  title: string;
  /** Another host's player: it is asked for nothing before the visitor said yes, to cookies or to this film. */
  isForeign: boolean;
}

export function Screen({ address, title, isForeign }: Props) {
  const hasAccepted = useConsent() === 'accepted';
  const [isWanted, setWanted] = useState(false);
  return (
    <div className={styles.screen}>
      {!isForeign || hasAccepted || isWanted ? (
        <iframe
          src={address}
          title={title}
          allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        <a
          className={styles.poster}
          href={address}
          target="_blank"
          rel="noopener"
          onClick={(event) => {
            event.preventDefault();
            setWanted(true);
          }}
        >
          <span className={styles.play}>
            <svg viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
              <path fill="currentColor" d="M7 4.500v15l12.500-7.500z" />
            </svg>
            Смотреть
          </span>
          <span className={styles.host}>
            Видео показывает {hostOf(address)}. Этот сайт может сохранить свои файлы cookie.
          </span>
        </a>
      )}
    </div>
  );
}

function hostOf(address: string): string {
  return new URL(address).hostname;
}
