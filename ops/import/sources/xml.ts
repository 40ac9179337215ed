import { DomHandler, DomUtils, Parser } from 'htmlparser2';
import { encodingOf } from '../../../model/text/table.ts';
import { ImportError } from '../../errors.ts';
import type { Element } from '../markup.ts';

const MAX_BYTES = 64 * 1024 * 1024; // bytes without the end of a wanted element
const DEEPEST = 100;

/** Yields elements with these names when they are closed, with the `xml:base` they inherit; nested ones only within the outermost. ImportError when truncated. */
export async function* readXml(bytes: AsyncIterable<Buffer>, wanted: readonly string[]): AsyncGenerator<Element> {
  const found: Element[] = [];
  const bases: (string | undefined)[] = [];
  const handler = new DomHandler(undefined, { xmlMode: true }, (element) => {
    bases.pop();
    for (let outer = element.parent; outer && 'name' in outer; outer = outer.parent)
      if (wanted.includes(outer.name)) return;
    DomUtils.removeElement(element);
    if (wanted.includes(element.name)) found.push(element);
  });
  const open = handler.onopentag.bind(handler);
  handler.onopentag = (name, attributes) => {
    const outer = bases.at(-1);
    const { 'xml:base': own } = attributes;
    const base = own === undefined ? outer : (URL.parse(own, outer)?.href ?? outer);
    if (base !== undefined) attributes['xml:base'] = base;
    bases.push(base);
    if (bases.length > DEEPEST)
      throw new ImportError('В файле запись из сотни вложенных частей: похоже, он повреждён.');
    open(name, attributes);
  };
  // CDATA is treated as text.
  handler.oncdatastart = handler.oncdataend = () => {};
  const parser = new Parser(handler, { xmlMode: true });
  let decoder: TextDecoder | undefined;
  let length = 0;
  for await (const chunk of bytes) {
    decoder ??= decoderFor(chunk);
    parser.write(decoder.decode(chunk, { stream: true }));
    length = found.length > 0 ? 0 : length + chunk.length;
    if (length > MAX_BYTES) throw new ImportError('В файле есть запись больше 64 МБ: похоже, он повреждён.');
    yield* found.splice(0);
  }
  if (handler.root.children.some((node) => 'attribs' in node))
    throw new ImportError('Файл обрывается на середине. Выгрузите его заново и проверьте, что он скачался целиком.');
}

/** Encoding: UTF-8 if it decodes to Russian letters, whatever is declared; else the declared one unless UTF-8; else guessed. */
function decoderFor(start: Buffer): TextDecoder {
  const text = new TextDecoder().decode(start);
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  if (count(/[а-яё]/gi) > count(/\ufffd/g)) return new TextDecoder();
  const [, name] = /^[^>]*encoding=["'](?!utf-)([\w-]+)/i.exec(start.toString('latin1', 0, 200)) ?? [];
  try {
    if (name) return new TextDecoder(name);
  } catch {}
  return new TextDecoder(encodingOf(start, { isBeginning: true }));
}

/** Text of the first child of this name; '' when there is none. */
export function textIn(element: Element, name: string): string {
  return textOf(childrenOf(element, name)[0]);
}

export function textOf(element: Element | undefined): string {
  return element ? DomUtils.textContent(element).trim() : '';
}

export function childrenOf({ children }: Element, name: string): Element[] {
  return DomUtils.getElementsByTagName(name, children, false);
}
