import type { Playback } from '../playback.ts';

/** `postMessage` types. */
const TOLD = 'rampa-player-moment';
const ASKED = 'rampa-player-ask';
const SEEK = 'rampa-player-seek';
const EVERY = 1000; // ms
/** A change of quality resizes the picture. */
const EVENTS = ['loadeddata', 'playing', 'pause', 'waiting', 'seeking', 'seeked', 'ratechange', 'resize', 'ended'];

/** Tells the page around (same origin) which moment is shown, and seeks where it asks. Gives what ends it. */
export function tellMoment(video: HTMLVideoElement, playback: Playback): () => void {
  if (parent === window) return () => {};
  const ends = new AbortController();
  const { signal } = ends;
  const tell = () => {
    const { engine } = playback;
    // Before its first frame a live stream stands at the start of its window.
    const hasStarted = video.played.length > 0 || video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
    const moment = hasStarted ? engine?.moment() : undefined;
    if (moment === undefined) return;
    const shown = { moment, seconds: video.currentTime, live: engine?.isLive(), rate: rateOf(video) };
    parent.postMessage({ type: TOLD, ...shown }, location.origin);
  };
  const hear = ({ source, origin, data }: MessageEvent) => {
    if (source !== parent || origin !== location.origin) return;
    if (data?.type === ASKED) tell();
    if (data?.type !== SEEK) return;
    playback.seek(data);
    if (data.play) playback.play();
  };
  for (const name of EVENTS) video.addEventListener(name, tell, { signal });
  addEventListener('message', hear, { signal });
  const timer = setInterval(() => rateOf(video) > 0 && tell(), EVERY);
  return () => {
    clearInterval(timer);
    ends.abort();
  };
}

/** 0 while the picture stands still. */
function rateOf({ paused, ended, seeking, readyState, playbackRate }: HTMLVideoElement): number {
  const stands = paused || ended || seeking || readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
  return stands ? 0 : playbackRate;
}
