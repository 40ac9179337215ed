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
