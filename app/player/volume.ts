const KEY = 'rampa.volume';

/** Sets the volume that the visitor chose last. */
export function setKeptVolume(video: HTMLVideoElement): void {
  const kept = Number(read(KEY) ?? Number.NaN);
  if (kept >= 0 && kept <= 1) video.volume = kept;
}

/** Keeps the volume for the next time, once the visitor has decided about what may be stored. Silence is no choice: browsers begin with it. */
export function keepVolume(video: HTMLVideoElement): void {
  if (video.muted || read('cookieConsent') === null) return;
  try {
    localStorage.setItem(KEY, String(video.volume));
  } catch {
    // Next time it is as loud as the browser has it.
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
