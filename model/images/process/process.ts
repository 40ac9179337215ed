import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createLimit } from '../../limit.ts';
import { brokenImage, interrupted, noMemory, tooHeavy, tooManyPixels, tooManyWaiting } from '../errors.ts';
import {
  type DrawingJob,
  type ImageAnswer,
  type ImageJob,
  type ImageLimits,
  type ImageOrder,
  memoryForImages,
  type ReencodedImage,
} from './jobs.ts';

interface Turn {
  job: ImageJob | DrawingJob;
  resolve: (answer: ImageAnswer) => void;
  reject: (error: Error) => void;
}

const CHILD = new URL('./child.ts', import.meta.url);
/** Elapsed time, as a multiple of `limits.time`: a valid picture may wait for the CPU, a hanging job uses none. */
const TIMEOUT_FACTOR = 6;
const IDLE = 30_000; // ms; an idle child holds 70 MB, a new one starts in 0.2 s
const WAITING = 20; // an editor's batch upload, without filling the server's memory
const MAX_BYTES = 112 * 1024 * 1024; // of the current and all queued pictures
/** Signals of a crashing decoder; any other comes from outside and does not blame the image. */
const CRASHES: (NodeJS.Signals | null)[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP'];

/** Image jobs in a child process, sequentially. It may crash or hang without harm and exits when idle. */
export class ImageProcess {
  readonly #limits: ImageLimits;
  readonly #idle: number;
  readonly #inTurn = createLimit(1, WAITING, tooManyWaiting);
  /** `crashed`: jobs whose child crashed. */
  readonly counts = { made: 0, failed: 0, crashed: 0 };
  #bytes = 0;
  #turn: Turn | undefined;
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** `idle`: lifetime of the child after its last job, ms. */
  constructor(limits: ImageLimits, idle: number = IDLE) {
    this.#limits = limits;
    this.#idle = idle;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** 422 when it cannot be decoded or exceeds time or memory; 503 when the queue is full or memory is short. */
  async reencode(job: ImageJob): Promise<ReencodedImage> {
    const answer = await this.#enqueue(job);
    if ('variants' in answer) return answer;
    throw interrupted();
  }

  async draw(job: DrawingJob): Promise<Buffer> {
    const answer = await this.#enqueue(job);
    // IPC delivers a plain Uint8Array.
    if ('drawn' in answer) return Buffer.from(answer.drawn);
    throw interrupted();
  }

  /** Kills the child; running and queued jobs fail with 503. */
  async close(): Promise<void> {
    this.#closed = true;
    const child = this.#child;
    this.#dismiss();
    this.#turn?.reject(interrupted());
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    await once(child, 'exit');
  }

  async #enqueue(job: ImageJob | DrawingJob): Promise<ImageAnswer> {
    const weight = weightOf(job);
    if (this.#bytes + weight > MAX_BYTES) throw tooManyWaiting();
    this.#bytes += weight;
    return this.#inTurn(() => this.#run(job)).finally(() => {
      this.#bytes -= weight;
    });
  }

  async #run(job: ImageJob | DrawingJob): Promise<ImageAnswer> {
    if (this.#closed) throw interrupted();
    const memory = memoryForImages(this.#limits.memory);
    if (memory === undefined) throw noMemory();
    clearTimeout(this.#timer);
    this.#child ??= this.#start();
    const child = this.#child;
    child.ref();
    child.channel?.ref();
    try {
      return await new Promise((resolve, reject) => {
        this.#turn = { job, resolve, reject };
        this.#timer = setTimeout(() => this.#abortJob(), TIMEOUT_FACTOR * this.#limits.time);
        const order: ImageOrder = { ...job, limits: { ...this.#limits, memory } };
        // A child that failed to start has no channel; its error event ends the job.
        if (child.connected) child.send(order, (error) => error && this.#onExit(child, null));
      });
    } finally {
      this.#turn = undefined;
      clearTimeout(this.#timer);
      this.#child?.unref();
      this.#child?.channel?.unref();
      this.#timer = setTimeout(() => this.#dismiss(), this.#idle).unref();
    }
  }

  #start(): ChildProcess {
    const child = fork(CHILD, [], {
      env: environment(),
      execArgv: ['--expose-gc'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (answer) => this.#receive(child, answer as ImageAnswer));
    child.on('error', () => this.#onExit(child, null));
    // A last message may arrive after the exit event.
    child.on('exit', (_code, signal) => setImmediate(() => this.#onExit(child, signal)));
    return child;
  }

  #receive(child: ChildProcess, answer: ImageAnswer): void {
    if (child !== this.#child) return;
    if (!('failed' in answer)) {
      this.counts.made += 1;
      this.#turn?.resolve(answer);
    } else if (answer.failed === 'too_heavy') this.#abortJob();
    else if (answer.failed === 'too_many_pixels' && this.#turn && 'header' in this.#turn.job)
      this.#refuse(tooManyPixels(this.#turn.job.header));
    else this.#refuse(brokenImage());
  }

  #abortJob(): void {
    this.#dismiss();
    this.#refuse(tooHeavy());
  }

  #refuse(error: Error): void {
    this.counts.failed += 1;
    this.#turn?.reject(error);
  }

  #onExit(child: ChildProcess, signal: NodeJS.Signals | null): void {
    if (child !== this.#child) return;
    this.counts.crashed += 1;
    this.#dismiss();
    this.#turn?.reject(CRASHES.includes(signal) ? brokenImage() : interrupted());
  }

  #dismiss(): void {
    clearTimeout(this.#timer);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}

function weightOf(job: ImageJob | DrawingJob): number {
  return 'svg' in job ? job.svg.length + (job.behind?.length ?? 0) : job.bytes.length;
}

/** No secrets. Two arenas limit memory that glibc retains. Windows needs SystemRoot, Node of a release its libatomic. */
function environment(): NodeJS.ProcessEnv {
  const { SystemRoot, LD_LIBRARY_PATH } = process.env;
  return { MALLOC_ARENA_MAX: '2', ...(SystemRoot && { SystemRoot }), ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }) };
}
