import { CANNOT_PLAY, type Engine, type EngineEvents, NO_STREAM } from './engine.ts';

const FILE = /^[^?#]*\.mp4([?#]|$)/i;

/** hls.js with Media Source Extensions; else native HLS (older iPhones), and files. */
export async function startEngine(video: HTMLVideoElement, src: string, on: EngineEvents): Promise<Engine | undefined> {
  if (FILE.test(src)) return startNative(video, src, on);
  if ('MediaSource' in window || 'ManagedMediaSource' in window) {
    const { startHls } = await import('./hls-engine.ts');
    const engine = startHls(video, src, on);
    if (engine) return engine;
  }
  if (video.canPlayType('application/vnd.apple.mpegurl')) return startNative(video, src, on);
  on.failed(CANNOT_PLAY);
  return undefined;
}

/** Safari only. */
interface DatedVideo extends HTMLVideoElement {
  getStartDate?: () => Date;
}

function startNative(video: DatedVideo, src: string, on: EngineEvents): Engine {
  const failed = () => on.failed(NO_STREAM);
  video.addEventListener('error', failed);
  video.src = src;
  // Some phones load nothing before `play()`.
  on.ready();
  const edge = () => (video.seekable.length > 0 ? video.seekable.end(video.seekable.length - 1) : video.currentTime);
  const isLive = () => video.duration === Number.POSITIVE_INFINITY;
  const startDate = () => {
    const start = video.getStartDate?.().getTime();
    return start === undefined || Number.isNaN(start) ? null : start;
  };
  return {
    behind: () => (isLive() ? edge() - video.currentTime : 0),
    toLive: () => {
      video.currentTime = edge();
    },
    isLive,
    moment: () => {
      if (video.readyState < HTMLMediaElement.HAVE_METADATA) return undefined;
      const start = startDate();
      return start === null ? null : start + video.currentTime * 1000;
    },
    seekTo: (moment) => {
      const start = startDate();
      if (start === null) return false;
      video.currentTime = Math.max(0, (moment - start) / 1000);
      return true;
    },
    setQuality: () => {},
    // The browser's own controls offer audio and quality.
    setSound: () => {},
    stop: () => {
      video.removeEventListener('error', failed);
      video.removeAttribute('src');
      video.load();
    },
  };
}
