import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Choice, findLike, nameOf, type Rendition } from './engine/engine.ts';
import { readKept, storeKept } from './kept.ts';

interface Captions {
  list: Choice[];
  shown: number | null;
}

const NO_CAPTIONS: Captions = { list: [], shown: null };

const KEY = 'rampa.captions';
const DEFAULT_GRACE = 1000; // ms
type Wanted = Rendition | 'off';

/** Captions of a video: WebVTT, and CEA-608 inside of the stream. All are native text tracks, in full screen as well. */
class CaptionTracks {
  readonly #video: HTMLVideoElement;
  readonly #notify: (captions: Captions) => void;
  readonly #ends = new AbortController();
  #wanted = readKept<Wanted>(KEY);
  #addedAt = 0;

  constructor(video: HTMLVideoElement, notify: (captions: Captions) => void) {
    this.#video = video;
    this.#notify = notify;
    const { signal } = this.#ends;
    const added = () => {
      this.#addedAt = performance.now();
      this.#apply();
    };
    video.textTracks.addEventListener('addtrack', added, { signal });
    video.textTracks.addEventListener('removetrack', () => this.#apply(), { signal });
    video.textTracks.addEventListener('change', () => this.#changed(), { signal });
    this.#apply();
  }

  /** Selects a track by its `id` in the list; null turns captions off. */
  choose(id: number | null): void {
    const track = id === null ? undefined : this.#tracks()[id];
    this.#choose(track ? renditionOf(track) : 'off');
  }

  stop(): void {
    this.#ends.abort();
  }

  #choose(wanted: Wanted): void {
    this.#wanted = wanted;
    storeKept(KEY, wanted);
    this.#apply();
  }

  /** Tracks come and go while a stream plays: CEA-608 with its first words. Without a choice the stream decides. */
  #apply(): void {
    const wanted = this.#wanted;
    const tracks = this.#tracks();
    if (wanted !== undefined) {
      const track = wanted === 'off' ? undefined : findLike(tracks, wanted, renditionOf);
      for (const other of tracks) {
        const mode = other === track ? 'showing' : 'disabled';
        if (other.mode !== mode) other.mode = mode;
      }
    }
    const shown = tracks.findIndex(isShown);
    this.#notify({
      list: tracks.map((track, id) => ({ id, name: nameOf(renditionOf(track), id) })),
      shown: shown < 0 ? null : shown,
    });
  }

  /** Either a choice in the browser's own menu, or a default that hls.js shows as it adds a track, which is overridden. */
  #changed(): void {
    const isByHand = navigator.userActivation?.isActive && performance.now() - this.#addedAt > DEFAULT_GRACE;
    const shown = this.#tracks().find(isShown);
    if (this.#wanted !== undefined && isByHand) this.#choose(shown ? renditionOf(shown) : 'off');
    else this.#apply();
  }

  #tracks(): TextTrack[] {
    return Array.from(this.#video.textTracks).filter(({ kind }) => kind === 'captions' || kind === 'subtitles');
  }
}

/** Labels of CEA-608 tracks missing in the manifest: hls.js would call the first channel English. */
export const UNNAMED_CAPTIONS = Object.fromEntries(
  [1, 2, 3, 4].flatMap((channel) => [
    [`captionsTextTrack${channel}Label`, channel === 1 ? 'Субтитры эфира' : `Субтитры эфира ${channel}`],
    [`captionsTextTrack${channel}LanguageCode`, ''],
  ]),
);

const OF_HLS = 'data:,WEBVTT';

/** hls.js fills empty tracks with captions. Their data: URL is forbidden by the CSP and replaced by a blob: URL. */
export function allowEmptyTracks(): void {
  const src = Object.getOwnPropertyDescriptor(HTMLTrackElement.prototype, 'src');
  if (!src?.set) return;
  const empty = URL.createObjectURL(new Blob(['WEBVTT'], { type: 'text/vtt' }));
  const { set } = src;
  Object.defineProperty(HTMLTrackElement.prototype, 'src', {
    ...src,
    set(this: HTMLTrackElement, address: string) {
      set.call(this, address === OF_HLS ? empty : address);
    },
  });
}

function renditionOf({ label, language }: TextTrack): Rendition {
  return { label, language };
}

function isShown({ mode }: TextTrack): boolean {
  return mode === 'showing';
}

export function useCaptions(video: RefObject<HTMLVideoElement | null>) {
  const [captions, setCaptions] = useState<Captions>(NO_CAPTIONS);
  const tracks = useRef<CaptionTracks>(null);
  useEffect(() => {
    if (!video.current) return;
    const started = new CaptionTracks(video.current, setCaptions);
    tracks.current = started;
    return () => started.stop();
  }, [video]);
  return { ...captions, choose: (id: number | null) => tracks.current?.choose(id) };
}
