import type { State } from './playback.ts';

/** The Watch page is told how the stream does, so that it can change to another source. Only pages of this site hear it. */
export function tellParent(state: State): void {
  const told = state === 'muted' ? 'playing' : state;
  if (parent === window || (told !== 'playing' && told !== 'stalled' && told !== 'failed')) return;
  parent.postMessage({ type: 'rampa-player', state: told }, location.origin);
}
