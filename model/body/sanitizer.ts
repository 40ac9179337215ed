import { Worker } from 'node:worker_threads';
import { ModelError, messageOf } from '../../errors.ts';
import { createLimit } from '../limit.ts';
import { BadBodyImage, type PutImage, replaceDataImages, type SplitBody } from './images.ts';
import type { Loss } from './losses.ts';
import { BodyTooComplex } from './markup.ts';

export interface SafeBody {
  html: string;
  removed: Loss[];
}

/** Bytes in, canonical HTML out. BodyTooComplex, BadBodyImage; 422 past the deadline; 503 when the queue is full. */
export interface Sanitizer {
  /** `sanitizeBody`, with what was lost. */
  sanitize(html: string): Promise<SafeBody>;
  /** The same, storing `data:` images by `put`; without such images it is a single job. */
  sanitizeStoring(html: string, put: PutImage): Promise<SafeBody>;
  close(): Promise<void>;
}

/** Message to the worker. `splitsImages`: a body with `data:` images is returned split at them. */
export interface BodyJob {
  html: string;
  splitsImages: boolean;
}

/** From the worker; `ready` once its modules are loaded. */
export type BodyAnswer = 'ready' | { done: SafeBody | SplitBody } | { refused: Refused } | { failed: string };
interface Refused {
  name: string;
  status: number;
  message: string;
}

const DEADLINE = 10_000; // ms; the largest body takes 0.3 s, 1.3 s on a busy machine
const IDLE = 30_000; // ms; an idle worker holds 20 MB, a new one starts in 0.15 s
const WAITING = 20;
const MEMORY = 256; // MB
const WORKER = new URL('./worker.ts', import.meta.url);

/** Sanitises sequentially in a worker thread, replaced when it exceeds `deadline` (ms) or its memory. */
export function createSanitizer({ deadline = DEADLINE, idle = IDLE } = {}): Sanitizer {
  const oneByOne = createLimit(1, WAITING, tooManyWaiting);
  let turn: { job: BodyJob; resolve: (done: never) => void; reject: (error: Error) => void } | undefined;
  let worker: Worker | undefined;
  let isReady = false;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const ask = <T>(job: BodyJob): Promise<T> =>
    oneByOne(async () => {
      if (isClosed) throw interrupted();
      clearTimeout(timer);
      worker ??= start();
      worker.ref();
      try {
        return await new Promise((resolve, reject) => {
          turn = { job, resolve, reject };
          if (worker && isReady) send(worker);
        });
      } finally {
        turn = undefined;
        clearTimeout(timer);
        worker?.unref();
        if (worker) timer = setTimeout(dismiss, idle).unref();
      }
    });

  function send(to: Worker): void {
    if (!turn) return;
    to.postMessage(turn.job);
    timer = setTimeout(() => lose(to, tooSlow()), deadline);
  }

  function start(): Worker {
    const started = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: MEMORY } });
    started.on('message', (answer: BodyAnswer) => {
      if (started !== worker) return;
      if (answer === 'ready') {
        isReady = true;
        send(started);
        // Node's watch mode posts messages of its own.
      } else if ('done' in answer || 'refused' in answer || 'failed' in answer) settle(answer);
    });
    // Out of memory ends the worker with an error, too.
    started.on('error', (error) => lose(started, isOutOfMemory(error) ? tooSlow() : new Error(messageOf(error))));
    return started;
  }

  function settle(answer: Exclude<BodyAnswer, 'ready'>): void {
    if ('done' in answer) turn?.resolve(answer.done as never);
    else turn?.reject('refused' in answer ? errorOf(answer.refused) : new Error(answer.failed));
  }

  function lose(lost: Worker, error: Error): void {
    if (lost !== worker) return;
    void dismiss();
    turn?.reject(error);
  }

  async function dismiss(): Promise<void> {
    clearTimeout(timer);
    const dismissed = worker;
    worker = undefined;
    isReady = false;
    await dismissed?.terminate();
  }

  return {
    sanitize: (html) => ask({ html, splitsImages: false }),
    async sanitizeStoring(html, put) {
      const body = await ask<SafeBody | SplitBody>({ html, splitsImages: true });
      return 'html' in body ? body : this.sanitize(await replaceDataImages(body, put));
    },
    async close() {
      isClosed = true;
      turn?.reject(interrupted());
      await dismiss();
    },
  };
}

function errorOf({ name, status, message }: Refused): ModelError {
  return name === 'BadBodyImage' ? new BadBodyImage() : new BodyTooComplex(status as 413 | 422, message);
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooSlow(): ModelError {
  const message =
    'Сервер не смог разобрать оформление этого текста и не сохранил его. Уберите лишнее оформление или вставьте текст без него (Ctrl+Shift+V).';
  return new ModelError(422, 'body_too_slow', message, { content: message });
}

function tooManyWaiting(): ModelError {
  return new ModelError(503, 'bodies_busy', 'Сейчас сохраняется слишком много текстов. Подождите немного и повторите.');
}

function interrupted(): ModelError {
  return new ModelError(503, 'interrupted', 'Сервер перезапускается. Повторите через несколько секунд.');
}
