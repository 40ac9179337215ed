import { type Handler, Parser } from 'htmlparser2';
import { ModelError } from '../../errors.ts';

/** Bytes of a body besides its `data:` pictures: some 350 printed pages. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Elements and runs of text. Browsers and the editor grow slow above. */
const MAX_BODY_NODES = 20_000;
/** Elements inside one another. Finding an end tag costs as many steps. */
const MAX_BODY_DEPTH = 100;
/** `<`, `>` and `&`: each may start a token, and a megabyte of them would hold the server up for a second. */
const MAX_BODY_MARKS = 100_000;

/** A body beyond the limits. 413 for its size, 422 for its markup. */
export class BodyTooComplex extends ModelError {
  constructor(status: 413 | 422, message: string) {
    super(status, 'body_too_complex', message, { content: message });
    this.name = 'BodyTooComplex';
  }
}

/** What a reader of markup is told. Comments, declarations and CDATA are not content. */
export interface MarkupReader {
  onopentag(name: string, attribs: Record<string, string>, start: number, end: number): void;
  onclosetag?(): void;
  /** A whole run of text up to the next tag, entities decoded. */
  ontext?(text: string): void;
}

/** Reads markup piece by piece and throws BodyTooComplex at the first piece too many, before more work is spent on it. */
export function readMarkup(html: string, reader: MarkupReader): void {
  assertSize(html);
  const counter = new Counter();
  let text = '';
  const flush = () => {
    if (text) reader.ontext?.(text);
    if (text) counter.node();
    text = '';
  };
  const parser = new Parser({
    onopentag(name, attribs) {
      flush();
      counter.enter();
      reader.onopentag(name, attribs, parser.startIndex, parser.endIndex + 1);
    },
    ontext(data) {
      text += data;
    },
    onclosetag() {
      flush();
      counter.leave();
      reader.onclosetag?.();
    },
    onend: flush,
  } satisfies Partial<Handler>);
  parser.write(html);
  parser.end();
}

/** Throws BodyTooComplex for too many bytes or marks; a quick look that parses nothing. */
export function assertSize(html: string): void {
  if (html.length > MAX_BODY_BYTES || Buffer.byteLength(html) > MAX_BODY_BYTES) throw tooLong();
  if (countMarks(html) > MAX_BODY_MARKS) throw tooMany();
}

/** Counts nodes and depth; throws BodyTooComplex when there are too many. */
export class Counter {
  #nodes = 0;
  #depth = 0;

  node(): void {
    this.#nodes += 1;
    if (this.#nodes > MAX_BODY_NODES) throw tooMany();
  }

  enter(): void {
    this.node();
    this.#depth += 1;
    if (this.#depth > MAX_BODY_DEPTH) {
      throw new BodyTooComplex(
        422,
        'В тексте новости слишком много вложенных друг в друга элементов. Уберите лишнее оформление.',
      );
    }
  }

  leave(): void {
    this.#depth -= 1;
  }
}

export function tooLong(): BodyTooComplex {
  return new BodyTooComplex(413, 'Текст новости больше 2 МБ. Сократите его или разделите на несколько новостей.');
}

function tooMany(): BodyTooComplex {
  return new BodyTooComplex(
    422,
    'В тексте новости слишком много разметки. Уберите лишнее оформление или разделите текст на несколько новостей.',
  );
}

function countMarks(html: string): number {
  let marks = 0;
  for (const mark of ['<', '>', '&']) {
    for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, at + 1)) marks += 1;
  }
  return marks;
}
