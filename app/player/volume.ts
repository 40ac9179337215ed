const KEY = 'rampa.volume';

export function setKeptVolume(video: HTMLVideoElement): void {
  const kept = Number(read(KEY) ?? Number.NaN);
  if (kept >= 0 && kept <= 1) video.volume = kept;
}

/** Stored only after a consent decision. Muted is not stored: browsers start with it. */
export function keepVolume(video: HTMLVideoElement): void {
  if (video.muted || read('cookieConsent') === null) return;
  try {
    localStorage.setItem(KEY, String(video.volume));
  } catch {}
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
