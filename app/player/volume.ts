import { keep, readKept } from './kept.ts';

const KEY = 'rampa.volume';

export function setKeptVolume(video: HTMLVideoElement): void {
  const kept = readKept<number>(KEY);
  if (typeof kept === 'number' && kept >= 0 && kept <= 1) video.volume = kept;
}

/** Muted is not stored: browsers start with it. */
export function keepVolume(video: HTMLVideoElement): void {
  if (!video.muted) keep(KEY, video.volume);
}
