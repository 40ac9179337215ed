/** Brings a stream into a video element. Times in ms. */
export interface Engine {
  /** Seconds behind the live edge; 0 when it cannot be told. */
  behind(): number;
  toLive(): void;
  /** Keeps to one of the qualities that were told; null leaves the choice to the connection. */
  setQuality(level: number | null): void;
  stop(): void;
}

/** One quality of the stream. */
export interface Quality {
  level: number;
  /** Lines of the picture: `720p` is how everybody calls it. */
  name: string;
}

export interface EngineEvents {
  /** The stream can be played from now on. */
  ready(): void;
  /** What there is to choose from, best first; nothing when there is one quality only. */
  qualities(list: Quality[]): void;
  /** The source has stopped answering, or answers again. */
  cut(isCut: boolean): void;
  /** Nothing more can be done by itself: a sentence for the visitor. */
  failed(message: string): void;
}

export const CANNOT_PLAY = 'Этот браузер не умеет показывать прямые трансляции. Откройте страницу в другом браузере.';
export const NO_STREAM = 'Трансляция сейчас недоступна. Попробуйте ещё раз через минуту.';

/** hls.js where the browser lets it work; else the browser's own HLS, as on older iPhones. */
export async function startEngine(video: HTMLVideoElement, src: string, on: EngineEvents): Promise<Engine> {
  if ('MediaSource' in window || 'ManagedMediaSource' in window) {
    const { startHls } = await import('./hls-engine.ts');
    const engine = startHls(video, src, on);
    if (engine) return engine;
  }
  if (video.canPlayType('application/vnd.apple.mpegurl')) return startNative(video, src, on);
  on.failed(CANNOT_PLAY);
  return { behind: () => 0, toLive: () => {}, setQuality: () => {}, stop: () => {} };
}

function startNative(video: HTMLVideoElement, src: string, on: EngineEvents): Engine {
  const failed = () => on.failed(NO_STREAM);
  video.addEventListener('error', failed);
  video.src = src;
  // Some phones load nothing before they are asked to play: whether they want a tap first shows only then.
  on.ready();
  const edge = () => (video.seekable.length > 0 ? video.seekable.end(video.seekable.length - 1) : video.currentTime);
  return {
    behind: () => (Number.isFinite(video.duration) ? 0 : edge() - video.currentTime),
    toLive: () => {
      video.currentTime = edge();
    },
    // The browser's own HLS chooses for itself.
    setQuality: () => {},
    stop: () => {
      video.removeEventListener('error', failed);
      video.removeAttribute('src');
      video.load();
    },
  };
}
