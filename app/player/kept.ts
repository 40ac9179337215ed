/** The visitor's choice stored on this device; undefined if none. */
export function readKept<T>(key: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stored only after a consent decision, either one. */
export function storeKept(key: string, value: unknown): void {
  try {
    if (localStorage.getItem('cookieConsent') !== null) localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is disabled: the choice lasts as long as the page.
  }
}

const KEY = 'rampa.volume';

export function setKeptVolume(video: HTMLVideoElement): void {
  const kept = readKept<number>(KEY);
  if (typeof kept === 'number' && kept >= 0 && kept <= 1) video.volume = kept;
}

/** Muted is not stored: autoplay starts muted. */
export function storeVolume(video: HTMLVideoElement): void {
  if (!video.muted) storeKept(KEY, video.volume);
}
