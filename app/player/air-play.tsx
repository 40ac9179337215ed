import { type RefObject, useEffect, useState } from 'react';
import styles from './menus.module.css';

/** Safari's, not standardised. */
interface AirPlayVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void;
}
interface Availability extends Event {
  availability?: 'available' | 'not-available';
}

/** Shown while the browser reports an available AirPlay target. */
export function AirPlay({ video }: { video: RefObject<AirPlayVideo | null> }) {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const element = video.current;
    const hear = ({ availability }: Availability) => setThere(availability === 'available');
    element?.addEventListener('webkitplaybacktargetavailabilitychanged', hear);
    return () => element?.removeEventListener('webkitplaybacktargetavailabilitychanged', hear);
  }, [video]);
  if (!isThere) return null;
  return (
    <button
      type="button"
      className={styles.menu}
      aria-label="Показать на другом экране (AirPlay)"
      onClick={() => video.current?.webkitShowPlaybackTargetPicker?.()}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path
          d="M7 16.500H3v-12h18v12h-4M12 14.500l5 6H7z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.750"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}
