import { ModelError } from '../../errors.ts';
import { sanitizeBody } from '../../model/body/body.ts';
import { displayBody } from '../../model/body/display.ts';
import { excerpt, plainText } from '../../model/text/excerpt.ts';
import { slugify } from '../../model/text/slug.ts';
import { typograf } from '../../model/text/typograf.ts';
import { ownList, share } from './corpora.ts';
import type { Outcome } from './rig.ts';

const SIZE = 1024 * 1024;
/** Nobody else is answered meanwhile. Time of the processor, so that other work on the machine does not count, in ms. */
const AT_MOST = 100;

const TASKS: Record<string, (text: string) => unknown> = {
  sanitizeBody,
  'sanitizeBody in an attribute': (text) => sanitizeBody(`<p title="${text}`),
  'sanitizeBody in code': (text) => sanitizeBody(`<pre data-language="javascript">${text}`),
  plainText: (text) => excerpt(plainText(text, 120), 120),
  'plainText of all': (text) => plainText(text),
  slugify,
  typograf: (text) => typograf(text.slice(0, SIZE / 4)),
};

/** A mebibyte of each piece through everything that reads texts: no piece costs more than in proportion. */
export async function runLinear(part: number): Promise<Outcome> {
  const findings: string[] = [];
  let [longest, worst] = [0, ''];
  // What parsers, patterns and lists have been slow on, repeated.
  const pieces = share(ownList('pieces.json'), part);
  const judge = (name: string, piece: string, spent: number) => {
    if (spent > longest) [longest, worst] = [spent, `${name} of ${JSON.stringify(piece)}`];
    if (spent > AT_MOST) findings.push(`${name} of ${JSON.stringify(piece)}: ${Math.round(spent)} ms`);
  };
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(SIZE / piece.length));
    for (const [name, task] of Object.entries(TASKS))
      judge(
        name,
        piece,
        cheapest(() => task(text)),
      );
    judge('displayBody', piece, await shownIn(text));
  }
  const inputs = pieces.length * (Object.keys(TASKS).length + 1);
  return { inputs, findings, notes: [`longest: ${Math.round(longest)} ms of processor time, ${worst}`] };
}

/** The better of two times: the first also pays for the compiler, and either for somebody else's garbage. */
function cheapest(task: () => unknown): number {
  return Math.min(timeOf(task), timeOf(task));
}

function timeOf(task: () => unknown): number {
  const before = process.cpuUsage();
  attempt(task);
  const { user } = process.cpuUsage(before);
  return user / 1000;
}

function attempt<T>(task: () => T): T | undefined {
  try {
    return task();
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}

/** The display gives others their turn between two blocks of code, so only one block at a time counts. */
async function shownIn(text: string): Promise<number> {
  const body = attempt(() =>
    sanitizeBody(`<p>${text}</p><pre data-language="javascript">${text.slice(0, 4000)}</pre>`),
  );
  if (body === undefined) return 0;
  await displayBody(body);
  const before = process.cpuUsage();
  await displayBody(body);
  return process.cpuUsage(before).user / 1000;
}
