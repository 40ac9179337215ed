import { type Handler, Parser } from 'htmlparser2';
import { ModelError } from '../../errors.ts';

export const MAX_BODY_BYTES = 2 * 1024 * 1024; // without `data:` images; about 350 printed pages
const MAX_BODY_NODES = 20_000; // browsers and the editor become slow above
const MAX_BODY_DEPTH = 100; // matching an end tag costs this many steps
/** `<`, `>` and `&` may each start a token; a megabyte of them would block the event loop for a second. */
const MAX_BODY_MARKS = 100_000;

export class BodyTooComplex extends ModelError {
  constructor(status: 413 | 422, message: string) {
    super(status, 'body_too_complex', message, { content: message });
    this.name = 'BodyTooComplex';
  }
}

export interface MarkupReader {
  onopentag(name: string, attribs: Record<string, string>, start: number, end: number): void;
  onclosetag?(): void;
  ontext?(text: string): void; // all text up to the next tag, entities decoded
}

/** Streams markup to `reader`; throws BodyTooComplex as soon as a limit is exceeded. */
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

/** Throws BodyTooComplex for too many bytes or marks, without parsing. */
export function assertSize(html: string): void {
  if (html.length > MAX_BODY_BYTES || Buffer.byteLength(html) > MAX_BODY_BYTES) throw tooLong();
  if (countMarks(html) > MAX_BODY_MARKS) throw tooMany();
}

export class Counter {
  #nodes = 0;
  #depth: number;

  constructor(depth = 0) {
    this.#depth = depth;
  }

  get depth(): number {
    return this.#depth;
  }

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

/** 413 for a body over 2 MiB. */
export function tooLong(): BodyTooComplex {
  return new BodyTooComplex(413, 'Текст новости больше 2 МБ. Сократите его или разделите на несколько новостей.');
}

function tooMany(): BodyTooComplex {
  return new BodyTooComplex(
    422,
    'В тексте новости слишком много разметки. Уберите лишнее оформление или разделите текст на несколько новостей.',
  );
}

const [LESS, GREATER, AMPERSAND] = [0x3c, 0x3e, 0x26];

function countMarks(html: string): number {
  let marks = 0;
  for (let at = 0; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code === LESS || code === GREATER || code === AMPERSAND) marks += 1;
  }
  return marks;
}
