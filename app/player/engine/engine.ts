import { capital } from '../../../model/articles/kinds.ts';
import { languageName } from '../../../model/settings/watch/marks.ts';

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

/** Captions or audio as declared by the stream. The language is BCP 47, '' when not declared. */
export interface Rendition {
  label: string;
  language: string;
}

export interface Choice {
  id: number;
  name: string;
}

/** The same one, else one of the same language, else one without a declared language. */
export function findLike<T>(list: T[], wanted: Rendition, of: (item: T) => Rendition): T | undefined {
  const inLanguage = (language: string) => list.filter((item) => baseOf(of(item).language) === language);
  const alike = inLanguage(baseOf(wanted.language));
  return alike.find((item) => of(item).label === wanted.label) ?? alike[0] ?? inLanguage('')[0];
}

/** For a menu: the stream's label, else the language; numbered when both are missing. */
export function nameOf({ label, language }: Rendition, at: number): string {
  const name = label.trim() || (language && languageName(language));
  return name ? capital(name) : `Дорожка ${at + 1}`;
}

function baseOf(language: string): string {
  return language.toLowerCase().split('-')[0] ?? '';
}
