import type { Status } from '../playback.ts';

/** `postMessage` types. The Watch page asks, because it may hydrate after the player started. */
const TOLD = 'rampa-player';
const ASKED = 'rampa-player-ask';

export interface Reporter {
  tell: (status: Status) => void;
  stop: () => void;
}

/** Reports to the Watch page (same origin), which switches sources. A cut source is stalled while its buffer plays. */
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
