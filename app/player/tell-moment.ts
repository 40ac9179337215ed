import type { Engine } from './engine.ts';

/** `postMessage` types. */
const TOLD = 'rampa-player-moment';
const ASKED = 'rampa-player-ask';
const SEEK = 'rampa-player-seek';
const EVERY = 1000; // ms
/** A change of quality resizes the picture. */
const EVENTS = ['loadeddata', 'playing', 'pause', 'waiting', 'seeking', 'seeked', 'ratechange', 'resize', 'ended'];

/** Tells the page around (same origin) which moment is shown, and seeks where it asks. Gives what ends it. */
export function tellMoment(video: HTMLVideoElement, engineNow: () => Engine | undefined): () => void {
  if (parent === window) return () => {};
  const ends = new AbortController();
  const { signal } = ends;
  const tell = () => {
    const engine = engineNow();
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
    if (data?.type === SEEK) seek(video, engineNow(), data);
  };
  for (const name of EVENTS) video.addEventListener(name, tell, { signal });
  addEventListener('message', hear, { signal });
  const timer = setInterval(() => rateOf(video) > 0 && tell(), EVERY);
  return () => {
    clearInterval(timer);
    ends.abort();
  };
}

/** `moment` (epoch ms) counts where the stream carries dates, else `seconds` from the start of a recording. */
function seek(video: HTMLVideoElement, engine: Engine | undefined, to: { moment?: unknown; seconds?: unknown }): void {
  const { moment, seconds } = to;
  if (Number.isFinite(moment) && engine?.seekTo(moment as number)) return;
  if (Number.isFinite(seconds)) video.currentTime = Math.max(0, seconds as number);
}

/** 0 while the picture stands still. */
function rateOf({ paused, ended, seeking, readyState, playbackRate }: HTMLVideoElement): number {
  const stands = paused || ended || seeking || readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
  return stands ? 0 : playbackRate;
}
