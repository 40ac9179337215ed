import type { Engine } from '../engine/engine.ts';

/** A place in a video. `moment` (epoch ms) counts where the stream carries dates, else `seconds` from its start. */
export interface Place {
  moment?: number | undefined;
  seconds?: number | undefined;
}

/** Gives what seeks, as soon as the video can. */
export function seeker(video: HTMLVideoElement, engineNow: () => Engine | undefined, signal: AbortSignal) {
  let wanted: Place | undefined;
  const seek = (place: Place) => {
    wanted = video.readyState < HTMLMediaElement.HAVE_METADATA ? place : undefined;
    if (!wanted) seekNow(video, engineNow(), place);
  };
  video.addEventListener('loadedmetadata', () => wanted && seek(wanted), { signal });
  return seek;
}

function seekNow(video: HTMLVideoElement, engine: Engine | undefined, { moment, seconds }: Place): void {
  if (Number.isFinite(moment) && engine?.seekTo(moment as number)) return;
  if (Number.isFinite(seconds)) video.currentTime = Math.max(0, seconds as number);
}
