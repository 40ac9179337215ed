import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { ModelError } from '../../errors.ts';
import { createLimit } from '../limit.ts';

/** All kept drawings together: some hundred posters. In bytes. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Drawings that may wait their turn; a reader who comes then is told to come again. */
const WAITING = 16;

/**
 * Caches drawings by a key that says everything they depend on. One is drawn at a time (single-flight for each key), and after each the
 * process rests as long as it worked, so that a flood of requests takes half of one core at most.
 */
export class Drawings {
  readonly #cached = new LRUCache<string, Buffer>({ maxSize: MAX_BYTES, sizeCalculation: ({ length }) => length });
  readonly #flights = new Map<string, Promise<Buffer>>();
  readonly #oneAtATime = createLimit(1);

  /** The drawing of this key, made when it is not there. Fails with 503 when it cannot be made now or too many wait; that is not cached. */
  async get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#cached.get(key) ?? this.#flights.get(key);
    if (known) return known;
    if (this.#flights.size >= WAITING) throw busyDrawing();
    const flight = this.#draw(make);
    this.#flights.set(key, flight);
    try {
      const drawing = await flight;
      this.#cached.set(key, drawing);
      return drawing;
    } finally {
      this.#flights.delete(key);
    }
  }

  #draw(make: () => Promise<Buffer>): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    void this.#oneAtATime(async () => {
      const began = performance.now();
      await make().then(resolve, (cause) => reject(Object.assign(notDrawn(), { cause })));
      await sleep(performance.now() - began, undefined, { ref: false });
    });
    return promise;
  }
}

/** 503: more drawings are asked for than are made. */
function busyDrawing(): ModelError {
  return new ModelError(503, 'drawings_busy', 'Сейчас рисуется слишком много картинок. Попробуйте через минуту.');
}

/** 503: the process that draws was cut off, or could not. */
function notDrawn(): ModelError {
  return new ModelError(503, 'not_drawn', 'Картинка не нарисована. Попробуйте ещё раз через несколько секунд.');
}
