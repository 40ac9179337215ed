import { parentPort } from 'node:worker_threads';
import { ModelError, messageOf } from '../../errors.ts';
import { sanitizeBody } from './body.ts';
import { splitAtImages } from './images.ts';
import type { Loss } from './losses.ts';
import type { BodyAnswer, BodyJob, SafeBody } from './sanitizer.ts';

parentPort?.on('message', (job: BodyJob) => answer(work(job)));
// Warm-up: loads the second filter outside of any job's deadline.
sanitizeBody('<p></p>');
answer('ready');

function work({ html, splitsImages }: BodyJob): BodyAnswer {
  try {
    const split = splitsImages ? splitAtImages(html) : { images: [], rest: html };
    return { done: split.images.length > 0 ? split : sanitize(split.rest) };
  } catch (error) {
    if (!(error instanceof ModelError)) return { failed: messageOf(error) };
    const { name, status, message } = error;
    return { refused: { name, status, message } };
  }
}

function sanitize(given: string): SafeBody {
  const counts = new Map<Loss['what'], number>();
  const html = sanitizeBody(given, (what) => counts.set(what, (counts.get(what) ?? 0) + 1));
  return { html, removed: Array.from(counts, ([what, count]) => ({ what, count })) };
}

function answer(message: BodyAnswer): void {
  parentPort?.postMessage(message);
}
