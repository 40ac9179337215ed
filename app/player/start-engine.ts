import { CANNOT_PLAY, type Engine, type EngineEvents, NO_STREAM } from './engine.ts';

/** hls.js with Media Source Extensions; else native HLS (older iPhones). */
export async function startEngine(video: HTMLVideoElement, src: string, on: EngineEvents): Promise<Engine> {
  if ('MediaSource' in window || 'ManagedMediaSource' in window) {
    const { startHls } = await import('./hls-engine.ts');
    const engine = startHls(video, src, on);
    if (engine) return engine;
  }
  if (video.canPlayType('application/vnd.apple.mpegurl')) return startNative(video, src, on);
  on.failed(CANNOT_PLAY);
  return { behind: () => 0, toLive: () => {}, setQuality: () => {}, setSound: () => {}, stop: () => {} };
}

function startNative(video: HTMLVideoElement, src: string, on: EngineEvents): Engine {
  const failed = () => on.failed(NO_STREAM);
  video.addEventListener('error', failed);
  video.src = src;
  // Some phones load nothing before `play()`.
  on.ready();
  const edge = () => (video.seekable.length > 0 ? video.seekable.end(video.seekable.length - 1) : video.currentTime);
  return {
    behind: () => (Number.isFinite(video.duration) ? 0 : edge() - video.currentTime),
    toLive: () => {
      video.currentTime = edge();
    },
    setQuality: () => {},
    // The browser's own controls offer them.
    setSound: () => {},
    stop: () => {
      video.removeEventListener('error', failed);
      video.removeAttribute('src');
      video.load();
    },
  };
}
