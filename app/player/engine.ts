export interface Engine {
  /** Seconds behind the live edge; 0 when unknown. */
  behind(): number;
  toLive(): void;
  /** `level` of a `Quality`; null is automatic (ABR). */
  setQuality(level: number | null): void;
  stop(): void;
}

export interface Quality {
  level: number;
  /** Lines of the video: `720p`. */
  name: string;
}

export interface EngineEvents {
  ready(): void;
  qualities(list: Quality[]): void;
  cut(isCut: boolean): void;
  failed(message: string): void;
}

export const CANNOT_PLAY = 'Этот браузер не умеет показывать прямые трансляции. Откройте страницу в другом браузере.';
export const NO_STREAM = 'Трансляция сейчас недоступна. Попробуйте ещё раз через минуту.';
