const STEP = 10; // seconds
/** A shorter window is the live edge: hls.js would come back to it. In seconds. */
const SEEKABLE = 60;
/** The address of a former poster leads to the present one. */
const ARTWORK = [
  { src: '/og/watch-000000000000.jpg', sizes: '1200x630', type: 'image/jpeg' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
];

/** On the lock screen and among the system's media controls. Gives what ends it. */
export function showInSystem(video: HTMLVideoElement, title: string): () => void {
  if (!('mediaSession' in navigator)) return () => {};
  navigator.mediaSession.metadata = new MediaMetadata({ title, artist: location.hostname, artwork: ARTWORK });
  setHandler('play', () => void video.play());
  setHandler('pause', () => video.pause());
  const look = () => {
    const [from, until] = windowOf(video);
    letSeek(video, until - from >= SEEKABLE);
  };
  video.addEventListener('progress', look);
  return () => video.removeEventListener('progress', look);
}

function letSeek(video: HTMLVideoElement, isSeekable: boolean): void {
  const to = (time: number) => {
    const [from, until] = windowOf(video);
    video.currentTime = Math.min(until, Math.max(from, time));
  };
  const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['seekbackward', ({ seekOffset = STEP }) => to(video.currentTime - seekOffset)],
    ['seekforward', ({ seekOffset = STEP }) => to(video.currentTime + seekOffset)],
    ['seekto', ({ seekTime = video.currentTime }) => to(seekTime)],
  ];
  for (const [action, handler] of handlers) setHandler(action, isSeekable ? handler : null);
}

/** Browsers throw at actions that they do not know. */
function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler);
  } catch {}
}

function windowOf({ seekable }: HTMLVideoElement): [number, number] {
  const last = seekable.length - 1;
  return last < 0 ? [0, 0] : [seekable.start(0), seekable.end(last)];
}
