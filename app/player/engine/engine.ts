import type { Choice } from '../track.ts';

export interface Engine {
  behind(): number; // s behind the live edge; 0 when unknown
  toLive(): void;
  isLive(): boolean;
  moment(): number | null | undefined; // epoch ms of the frame shown; null: no dates in the stream; undefined: not known yet
  seekTo(moment: number): boolean; // epoch ms; false where the stream carries no dates
  setQuality(level: number | null): void; // `level` of a `Quality`; null is automatic (ABR)
  setSound(id: number): void; // of a `Choice` in `Sounds`
  stop(): void;
}

/** Audio renditions; `list` is empty where there is no choice. */
export interface Sounds {
  list: Choice[];
  played: number;
}

export const NO_SOUNDS: Sounds = { list: [], played: -1 };

export interface Quality {
  level: number;
  name: string; // lines of the video: `720p`
}

export interface EngineEvents {
  ready(): void;
  qualities(list: Quality[]): void;
  sounds(sounds: Sounds): void;
  cut(isCut: boolean): void;
  failed(message: string): void;
}

export const CANNOT_PLAY = 'Этот браузер не поддерживает трансляцию. Откройте страницу в другом.';
export const NO_STREAM = 'Трансляция сейчас недоступна. Попробуйте ещё раз через минуту.';

/** A place in a video. `moment` (epoch ms) counts where the stream carries dates, else `seconds` from its start. */
export interface Place {
  moment?: number | undefined;
  seconds?: number | undefined;
}
