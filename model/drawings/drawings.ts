import { setTimeout as sleep } from 'node:timers/promises';
import { ModelError } from '../../errors.ts';

/** All kept drawings together: some hundred posters. In bytes. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Drawings that may wait their turn; a reader who comes then is told to come again. */
const WAITING = 16;

/**
 * Keeps what was drawn, by a key that says everything the drawing depends on. One drawing is made at a time however many ask for it, and
 * after each the maker rests as long as it worked, so that a flood of requests takes half of one core at most.
 */
export class Drawings {
  readonly #kept = new Map<string, Buffer>();
  readonly #flights = new Map<string, Promise<Buffer>>();
  #bytes = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** The drawing of this key, made when it is not there. Fails with 503 when it cannot be made now or too many wait; that is not kept. */
  async get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const kept = this.#kept.get(key);
    if (kept) {
      // The oldest in the map is the one not asked for longest.
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept;
    }
    const flight = this.#flights.get(key);
    if (flight) return flight;
    if (this.#flights.size >= WAITING) throw busyDrawing();
    const made = this.#inTurn(make);
    this.#flights.set(key, made);
    try {
      const drawing = await made;
      this.#keep(key, drawing);
      return drawing;
    } finally {
      this.#flights.delete(key);
    }
  }

  #inTurn(make: () => Promise<Buffer>): Promise<Buffer> {
    let took = 0;
    const made = this.#last.then(async () => {
      const start = performance.now();
      try {
        return await make();
      } catch (cause) {
        throw Object.assign(notDrawn(), { cause });
      } finally {
        took = performance.now() - start;
      }
    });
    this.#last = made.catch(() => {}).then(() => sleep(took, undefined, { ref: false }));
    return made;
  }

  #keep(key: string, drawing: Buffer): void {
    this.#kept.set(key, drawing);
    this.#bytes += drawing.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
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
