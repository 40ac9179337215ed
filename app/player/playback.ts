import { type Engine, NO_SOUNDS, NO_STREAM, type Place, type Quality, type Sounds } from './engine/engine.ts';
import { startEngine } from './engine/start-engine.ts';
import { setKeptVolume, storeVolume } from './kept.ts';

/** `blocked`: autoplay needs a tap. `muted`: plays without sound. */
type State = 'loading' | 'blocked' | 'muted' | 'playing' | 'paused' | 'stalled' | 'failed';

export interface Status {
  state: State;
  message?: string;
  behind: number; // whole seconds behind the live edge; 0 below `BEHIND`, which hides «К эфиру»
  isCut: boolean; // the source sends nothing; buffered video may still play
  qualities: Quality[];
  sounds: Sounds;
}

export const LOADING: Status = { state: 'loading', behind: 0, isCut: false, qualities: [], sounds: NO_SOUNDS };

/** Frozen video: stalled after, failed after. In ms. */
const STALL_TIMEOUT = 3000;
const FAILURE_TIMEOUT = 8000;
const CHECK_INTERVAL = 500;
/** In seconds. hls.js itself catches up with smaller delays; its estimate of the live edge jumps with each playlist. */
const BEHIND = 6;
const JUMPS = 3;

interface ToPlay {
  src: string;
  /** Nothing is loaded before a tap. */
  isWaiting: boolean;
}

/** Plays a stream and reports each state. Autoplay as far as allowed: with sound, muted, or after a tap. */
export class Playback {
  readonly #video: HTMLVideoElement;
  readonly #notify: (status: Status) => void;
  readonly #ends = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  /** Undefined until it is loaded. */
  engine: Engine | undefined;
  #status = LOADING;
  #position = -1;
  #movedAt = performance.now();
  #wanted: Place | undefined;
  #waiting: string | undefined; // source that is not loaded before a tap
  #failure: string | undefined; // failure while paused by the visitor: reported on resume

  constructor(video: HTMLVideoElement, { src, isWaiting }: ToPlay, notify: (status: Status) => void) {
    this.#video = video;
    this.#notify = notify;
    const { signal } = this.#ends;
    video.addEventListener('loadedmetadata', () => this.#wanted && this.seek(this.#wanted), { signal });
    video.addEventListener('pause', () => this.#paused(), { signal });
    video.addEventListener('play', () => this.#failure && this.#fail(this.#failure, true), { signal });
    video.addEventListener('playing', () => this.#onResumed(), { signal });
    setKeptVolume(video);
    video.addEventListener(
      'volumechange',
      () => {
        storeVolume(video);
        if (this.#isRunning()) this.#running();
      },
      { signal },
    );
    this.#timer = setInterval(() => this.#checkProgress(), CHECK_INTERVAL);
    if (isWaiting) {
      this.#waiting = src;
      this.#change({ state: 'blocked' });
    } else void this.#start(src);
  }

  /** Seeks to `place` once the video is loaded. */
  seek(place: Place): void {
    this.#wanted = this.#video.readyState < HTMLMediaElement.HAVE_METADATA ? place : undefined;
    if (this.#wanted) return;
    const { moment, seconds } = place;
    if (Number.isFinite(moment) && this.engine?.seekTo(moment as number)) return;
    if (Number.isFinite(seconds)) this.#video.currentTime = Math.max(0, seconds as number);
  }

  /** On a user gesture, which allows sound. */
  play(): void {
    this.#video.muted = false;
    const src = this.#waiting;
    if (src === undefined) return void this.#begin();
    this.#waiting = undefined;
    this.#movedAt = performance.now();
    this.#change({ state: 'loading' });
    void this.#start(src);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#ends.abort();
    this.engine?.stop();
  }

  async #start(src: string): Promise<void> {
    const events = {
      ready: () => void this.#begin(),
      qualities: (qualities: Quality[]) => this.#change({ qualities }),
      sounds: (sounds: Sounds) => this.#change({ sounds }),
      cut: (isCut: boolean) => this.#change({ isCut }),
      failed: (message: string) => this.#fail(message),
    };
    try {
      const engine = await startEngine(this.#video, src, events);
      if (this.#ends.signal.aborted) engine?.stop();
      else this.engine = engine;
    } catch {
      // The engine's own module did not load.
      this.#fail(NO_STREAM);
    }
  }

  async #begin(): Promise<void> {
    this.#movedAt = performance.now();
    if (await isBlocked(this.#video)) this.#change({ state: 'blocked' });
  }

  /** Polls `currentTime`: events are unreliable. */
  #checkProgress(): void {
    const { state } = this.#status;
    if (state === 'failed' || state === 'blocked' || state === 'paused' || this.#video.ended) return;
    const now = performance.now();
    if (this.#video.currentTime !== this.#position || document.hidden) {
      if (this.#position >= 0 && !this.#video.paused) this.#running();
      this.#position = this.#video.currentTime;
      this.#movedAt = now;
    }
    const still = now - this.#movedAt;
    if (still > FAILURE_TIMEOUT) this.#fail(NO_STREAM);
    else if (still > STALL_TIMEOUT && state !== 'loading') this.#change({ state: 'stalled' });
    const behind = Math.round(this.engine?.behind() ?? 0);
    if (Math.abs(behind - this.#status.behind) >= JUMPS) this.#change({ behind: behind < BEHIND ? 0 : behind });
  }

  #running(): void {
    this.#change({ state: this.#video.muted ? 'muted' : 'playing' });
  }

  #isRunning(): boolean {
    return this.#status.state === 'playing' || this.#status.state === 'muted';
  }

  /** A pause while loading or before any tap comes from the browser: some start autoplay and stop it soon after. */
  #paused(): void {
    const { ended, readyState } = this.#video;
    if (ended) return;
    const isOfBrowser = this.#status.state === 'loading' || !hadTap();
    if (isOfBrowser && readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) this.#change({ state: 'blocked' });
    else if (this.#isRunning()) this.#change({ state: 'paused' });
  }

  #onResumed(): void {
    this.#movedAt = performance.now();
    if (['loading', 'blocked', 'paused'].includes(this.#status.state) && !this.#video.paused) this.#running();
  }

  #fail(message: string, isWanted = this.#status.state !== 'paused'): void {
    this.#failure = message;
    if (!isWanted) return;
    this.#change({ state: 'failed', message });
    this.stop();
    this.#video.pause();
  }

  #change(next: Partial<Status>): void {
    const changed = { ...this.#status, ...next };
    const names = Object.keys(next) as (keyof Status)[];
    if (names.every((name) => changed[name] === this.#status[name]) || this.#ends.signal.aborted) return;
    this.#status = changed;
    this.#notify(changed);
  }
}

/** True where the browser has no `userActivation`. */
function hadTap(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}

async function isBlocked(video: HTMLVideoElement): Promise<boolean> {
  if (await starts(video)) return false;
  video.muted = true;
  return !(await starts(video));
}

async function starts(video: HTMLVideoElement): Promise<boolean> {
  try {
    await video.play();
    return true;
  } catch (error) {
    // Other errors are reported by the engine.
    return !(error instanceof DOMException && error.name === 'NotAllowedError');
  }
}
