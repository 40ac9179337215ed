import type { Playback, Status } from './playback.ts';

/** `postMessage` types. The Watch page asks, because it may hydrate after the player started. */
const MESSAGE = 'rampa-player';
const MOMENT_MESSAGE = 'rampa-player-moment';
const ASKED = 'rampa-player-ask';
const SEEK = 'rampa-player-seek';

/** Reports to the Watch page (same origin), which switches sources. A cut source is stalled while its buffer plays. */
export function reportToParent() {
  let reported: string | undefined;
  const post = () => {
    if (parent !== window && reported) parent.postMessage({ type: MESSAGE, state: reported }, location.origin);
  };
  const answer = ({ source, origin, data }: MessageEvent) => {
    if (source === parent && origin === location.origin && data?.type === ASKED) post();
  };
  addEventListener('message', answer);
  return {
    report(status: Status): void {
      const state = inShort(status);
      if (state === undefined || state === reported) return;
      reported = state;
      post();
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

const INTERVAL = 1000; // ms
/** A change of quality resizes the picture. */
const EVENTS = ['loadeddata', 'playing', 'pause', 'waiting', 'seeking', 'seeked', 'ratechange', 'resize', 'ended'];

/** Reports the moment shown to the parent page (same origin), and seeks on its request. Returns the stop function. */
export function reportMoment(video: HTMLVideoElement, playback: Playback): () => void {
  if (parent === window) return () => {};
  const ends = new AbortController();
  const { signal } = ends;
  const report = () => {
    const { engine } = playback;
    // Before its first frame a live stream is at the start of its window.
    const hasStarted = video.played.length > 0 || video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
    const moment = hasStarted ? engine?.moment() : undefined;
    if (moment === undefined) return;
    const shown = { moment, seconds: video.currentTime, live: engine?.isLive(), rate: rateOf(video) };
    parent.postMessage({ type: MOMENT_MESSAGE, ...shown }, location.origin);
  };
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== parent || origin !== location.origin) return;
    if (data?.type === ASKED) report();
    if (data?.type !== SEEK) return;
    playback.seek(data);
    if (data.play) playback.play();
  };
  for (const name of EVENTS) video.addEventListener(name, report, { signal });
  addEventListener('message', onMessage, { signal });
  const timer = setInterval(() => rateOf(video) > 0 && report(), INTERVAL);
  return () => {
    clearInterval(timer);
    ends.abort();
  };
}

/** 0 while playback is stopped. */
function rateOf({ paused, ended, seeking, readyState, playbackRate }: HTMLVideoElement): number {
  const stands = paused || ended || seeking || readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
  return stands ? 0 : playbackRate;
}

/** Copies the low-vision view of the parent page to the player. Returns the stop function. */
export function followView(): () => void {
  if (parent === window) return () => {};
  const around = parent.document.documentElement;
  const show = () => {
    const { view } = around.dataset;
    if (view) document.documentElement.dataset.view = view;
    else delete document.documentElement.dataset.view;
  };
  show();
  const observer = new MutationObserver(show);
  observer.observe(around, { attributeFilter: ['data-view'] });
  return () => observer.disconnect();
}
