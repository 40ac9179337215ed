import Hls, { type ErrorData, type Level } from 'hls.js';
import { CANNOT_PLAY, type Engine, type EngineEvents, NO_STREAM, type Quality } from './engine.ts';

const RETRY_AFTER = [1000, 2500]; // ms before retries; then the source counts as dead

/** Plays by hls.js. Network errors are retried, a media error recovered once. Undefined when unsupported. */
export function startHls(video: HTMLVideoElement, src: string, on: EngineEvents): Engine | undefined {
  if (!Hls.isSupported()) return undefined;
  const hls = new Hls({
    backBufferLength: 30,
    liveSyncDurationCount: 3,
    liveMaxLatencyDurationCount: 8,
    maxLiveSyncPlaybackRate: 1.1,
  });
  const attempts = { network: 0, media: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;

  const retry = (data: ErrorData) => {
    const pause = RETRY_AFTER[attempts.network++];
    if (pause === undefined) return on.failed(NO_STREAM);
    // `startLoad` needs a parsed manifest.
    timer = setTimeout(() => (data.details.startsWith('manifest') ? hls.loadSource(src) : hls.startLoad()), pause);
  };

  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    on.qualities(toQualities(hls.levels));
    on.ready();
  });
  hls.on(Hls.Events.LEVEL_LOADED, () => on.cut(false));
  hls.on(Hls.Events.FRAG_BUFFERED, () => {
    attempts.network = 0;
    on.cut(false);
  });
  hls.on(Hls.Events.ERROR, (_event, data) => {
    if (data.type === Hls.ErrorTypes.NETWORK_ERROR) on.cut(true);
    if (!data.fatal) return;
    if (data.details === Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR) return on.failed(CANNOT_PLAY);
    if (data.type === Hls.ErrorTypes.NETWORK_ERROR) return retry(data);
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && attempts.media++ === 0) return hls.recoverMediaError();
    on.failed(NO_STREAM);
  });
  hls.attachMedia(video);
  hls.loadSource(src);

  return {
    behind: () => (hls.latestLevelDetails?.live ? Math.max(0, hls.latency - (hls.targetLatency ?? 0)) : 0),
    toLive: () => {
      if (hls.liveSyncPosition) video.currentTime = hls.liveSyncPosition;
    },
    setQuality: (level) => {
      hls.nextLevel = level ?? -1;
    },
    stop: () => {
      clearTimeout(timer);
      hls.destroy();
    },
  };
}

/** Variants of the playing codec by height, best first; the highest bitrate of each height. */
function toQualities(levels: Level[]): Quality[] {
  const byHeight = new Map<number, { level: number; bitrate: number }>();
  for (const [level, { height, bitrate }] of levels.entries()) {
    const known = byHeight.get(height);
    if (height > 0 && (!known || known.bitrate < bitrate)) byHeight.set(height, { level, bitrate });
  }
  const sorted = [...byHeight].toSorted(([one], [other]) => other - one);
  return sorted.length > 1 ? sorted.map(([height, { level }]) => ({ level, name: `${height}p` })) : [];
}
