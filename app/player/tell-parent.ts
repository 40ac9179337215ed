import type { Status } from './playback.ts';

/** What the Watch page is told, and how it asks for it: it may have come to life later than the player in its frame. */
const TOLD = 'rampa-player';
const ASKED = 'rampa-player-ask';

export interface Reporter {
  tell: (status: Status) => void;
  stop: () => void;
}

/**
 * Tells the Watch page how the stream does (`playing`, `paused`, `stalled`, `failed`), so that it can change to another source. A source that
 * gives nothing more counts as stalled while the last of it is still being played. Only pages of this site hear it.
 */
export function reportToParent(): Reporter {
  let told: string | undefined;
  const say = () => {
    if (parent !== window && told) parent.postMessage({ type: TOLD, state: told }, location.origin);
  };
  const answer = ({ source, origin, data }: MessageEvent) => {
    if (source === parent && origin === location.origin && data?.type === ASKED) say();
  };
  addEventListener('message', answer);
  return {
    tell(status) {
      const state = inShort(status);
      if (state === undefined || state === told) return;
      told = state;
      say();
    },
    stop: () => removeEventListener('message', answer),
  };
}

function inShort({ state, isCut }: Status): string | undefined {
  if (state === 'loading') return undefined;
  if (state === 'blocked' || state === 'paused') return 'paused';
  if (state === 'playing' || state === 'muted') return isCut ? 'stalled' : 'playing';
  return state;
}
