import Hls, { type ErrorData, type Level, type MediaPlaylist } from 'hls.js';
import { allowEmptyTracks, UNNAMED_CAPTIONS } from '../captions.ts';
import { readKept, storeKept } from '../kept.ts';
import {
  CANNOT_PLAY,
  type Engine,
  type EngineEvents,
  findLike,
  NO_SOUNDS,
  NO_STREAM,
  nameOf,
  type Quality,
  type Rendition,
  type Sounds,
} from './engine.ts';

allowEmptyTracks();

const SOUND_KEY = 'rampa.sound';
const RETRY_DELAYS = [1000, 2500]; // ms before retries; then the source counts as dead

/** Plays by hls.js. Network errors are retried, a media error recovered once. Undefined when unsupported. */
export function startHls(video: HTMLVideoElement, src: string, on: EngineEvents): Engine | undefined {
  if (!Hls.isSupported()) return undefined;
  const hls = new Hls({
    backBufferLength: 30,
    liveSyncDurationCount: 3,
    liveMaxLatencyDurationCount: 8,
    maxLiveSyncPlaybackRate: 1.1,
    ...UNNAMED_CAPTIONS,
  });
  const attempts = { network: 0, media: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;

  const retry = (data: ErrorData) => {
    const pause = RETRY_DELAYS[attempts.network++];
    if (pause === undefined) return on.failed(NO_STREAM);
    // `startLoad` needs a parsed manifest.
    timer = setTimeout(() => (data.details.startsWith('manifest') ? hls.loadSource(src) : hls.startLoad()), pause);
  };

  // Captions that fail to load would stop hls.js. Those refused by status are removed, others retried.
  const skipCaptions = ({ fatal, response }: ErrorData) => {
    if (!fatal) return;
    const track = hls.subtitleTracks[hls.subtitleTrack];
    if ((response?.code ?? 0) >= 400) {
      hls.subtitleTrack = -1;
      track?.trackNode?.remove();
    }
    timer = setTimeout(() => hls.startLoad(), RETRY_DELAYS[0]);
  };

  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    on.qualities(toQualities(hls.levels));
    on.ready();
  });
  hls.on(Hls.Events.AUDIO_TRACKS_UPDATED, () => {
    const kept = readKept<Rendition>(SOUND_KEY);
    const wanted = kept && findLike(hls.audioTracks, kept, renditionOf);
    if (wanted) hls.setAudioOption(wanted);
    on.sounds(toSounds(hls));
  });
  hls.on(Hls.Events.AUDIO_TRACK_SWITCHING, () => on.sounds(toSounds(hls)));
  hls.on(Hls.Events.LEVEL_LOADED, () => on.cut(false));
  hls.on(Hls.Events.FRAG_BUFFERED, () => {
    attempts.network = 0;
    on.cut(false);
  });
  hls.on(Hls.Events.ERROR, (_event, data) => {
    if (data.details.startsWith('subtitle') || data.frag?.type === 'subtitle') return skipCaptions(data);
    if (data.type === Hls.ErrorTypes.NETWORK_ERROR) on.cut(true);
    if (!data.fatal) return;
    if (data.details === Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR) return on.failed(CANNOT_PLAY);
    if (data.type === Hls.ErrorTypes.NETWORK_ERROR) return retry(data);
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && attempts.media++ === 0) return hls.recoverMediaError();
    on.failed(NO_STREAM);
  });
  hls.attachMedia(video);
  hls.loadSource(src);

  const stop = () => {
    clearTimeout(timer);
    hls.destroy();
  };
  return { ...controlsOf(hls, video), stop };
}

function controlsOf(hls: Hls, video: HTMLVideoElement): Omit<Engine, 'stop'> {
  return {
    behind: () => (hls.latestLevelDetails?.live ? Math.max(0, hls.latency - (hls.targetLatency ?? 0)) : 0),
    toLive: () => {
      if (hls.liveSyncPosition) video.currentTime = hls.liveSyncPosition;
    },
    isLive: () => hls.latestLevelDetails?.live ?? false,
    moment: () => momentOf(hls),
    seekTo: (moment) => {
      const position = positionOf(hls, moment);
      if (position === undefined) return false;
      video.currentTime = position;
      return true;
    },
    setQuality: (level) => {
      hls.nextLevel = level ?? -1;
    },
    setSound: (id) => {
      const track = hls.audioTracks[id];
      if (!track) return;
      storeKept(SOUND_KEY, renditionOf(track));
      hls.setAudioOption(track);
    },
  };
}

/** Moment of the picture, from EXT-X-PROGRAM-DATE-TIME. */
function momentOf({ latestLevelDetails: details, playingDate }: Hls): number | null | undefined {
  if (!details) return undefined;
  return details.hasProgramDateTime ? playingDate?.getTime() : null;
}

/** Position of a moment, in seconds of the video. Gaps of the recording are skipped. */
function positionOf({ latestLevelDetails: details }: Hls, moment: number): number | undefined {
  if (!details?.hasProgramDateTime) return undefined;
  const { fragments } = details;
  const fragment = fragments.findLast(({ programDateTime: from }) => from !== null && from <= moment) ?? fragments[0];
  if (!fragment || fragment.programDateTime === null) return undefined;
  const inside = Math.max(0, (moment - fragment.programDateTime) / 1000);
  return fragment.start + Math.min(inside, fragment.duration);
}

function toSounds({ audioTracks, audioTrack }: Hls): Sounds {
  if (audioTracks.length < 2) return NO_SOUNDS;
  return { list: audioTracks.map((track, id) => ({ id, name: nameOf(renditionOf(track), id) })), played: audioTrack };
}

function renditionOf({ name, lang = '', characteristics }: MediaPlaylist): Rendition {
  const isDescribed = characteristics?.includes('public.accessibility.describes-video');
  const label = isDescribed && !/тифло|опис/i.test(name) ? `${name}, тифлокомментарий` : name;
  return { label, language: lang };
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
