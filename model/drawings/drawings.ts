import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { ModelError } from '../../errors.ts';
import type { ImageStore } from '../images/images.ts';
import { createLimit } from '../limit.ts';
import { drawPoster } from './poster.ts';
import type { PosterFacts } from './posters.ts';
import type { Faces } from './words.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const WAITING = 15; // besides the one being drawn

/** LRU cache. Single-flight per key, one drawing at a time, then an equal pause: at most half a core. */
export class Drawings {
  readonly #oneAtATime = createLimit(1, WAITING, busyDrawing);
  readonly #cached = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context: make }) => this.#draw(make),
  });

  /** Cached or made by `make`. 503 when it fails or the queue is full; failures are not cached. */
  get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    return this.#cached.forceFetch(key, { context: make });
  }

  #draw(make: () => Promise<Buffer>): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    this.#oneAtATime(async () => {
      const began = performance.now();
      await make().then(resolve, (cause) => reject(Object.assign(notDrawn(), { cause })));
      await sleep(performance.now() - began, undefined, { ref: false });
    }).catch(reject);
    return promise;
  }
}

/** JPEG, 1200 × 630; without the photo when it cannot be read or decoded. Errors as for uploads. */
export async function makePoster(
  pictures: ImageStore,
  faces: Faces,
  { accent, seed, cover, focus, ...words }: PosterFacts,
): Promise<Buffer> {
  const draw = (behind: Buffer | undefined) => {
    const svg = drawPoster(faces, words, { accent, seed, hasPhoto: behind !== undefined });
    return pictures.draw({ svg, format: 'jpeg', ...(behind && { behind, focus }) });
  };
  const behind = cover === null ? undefined : await pictures.read(cover);
  if (!behind) return draw(undefined);
  return draw(behind).catch(() => draw(undefined));
}

function busyDrawing(): ModelError {
  return new ModelError(503, 'drawings_busy', 'Сейчас рисуется слишком много картинок. Попробуйте через минуту.');
}

function notDrawn(): ModelError {
  return new ModelError(503, 'not_drawn', 'Картинка не нарисована. Попробуйте ещё раз через несколько секунд.');
}
