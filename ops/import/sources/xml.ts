import { Parser } from 'htmlparser2';
import { encodingOf } from '../../../model/text/table.ts';
import { ImportError } from '../../errors.ts';

export interface XmlElement {
  name: string; // with its prefix
  attribs: Record<string, string>;
  text: string; // its own and that of the elements in it
  children: XmlElement[];
  nodes: (string | XmlElement)[]; // Its own texts and its children, in their order
}

const MAX_TEXT = 64 * 1024 * 1024; // characters of one element
const DEEPEST = 100;

/** Elements of these names, outermost first, each once it is closed. ImportError when the document ends early. */
export async function* readXml(bytes: AsyncIterable<Buffer>, wanted: ReadonlySet<string>): AsyncGenerator<XmlElement> {
  const found: XmlElement[] = [];
  const open: XmlElement[] = [];
  let depth = 0;
  let length = 0;
  const parser = new Parser(
    {
      onopentag(name, attribs) {
        depth += 1;
        if (open.length === 0 && !wanted.has(name)) return;
        if (open.length === 0) length = 0;
        if (open.length > DEEPEST)
          throw new ImportError('В файле запись из сотни вложенных частей: похоже, он повреждён.');
        const element: XmlElement = { name, attribs, text: '', children: [], nodes: [] };
        open.at(-1)?.children.push(element);
        open.at(-1)?.nodes.push(element);
        open.push(element);
      },
      ontext(text) {
        length += text.length;
        if (open.length > 0 && length > MAX_TEXT)
          throw new ImportError('В файле есть запись больше 64 МБ: похоже, он повреждён.');
        for (const element of open) element.text += text;
        open.at(-1)?.nodes.push(text);
      },
      onclosetag() {
        depth -= 1;
        const element = open.pop();
        if (element && open.length === 0) found.push(element);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  let decoder: TextDecoder | undefined;
  for await (const chunk of bytes) {
    decoder ??= decoderFor(chunk);
    parser.write(decoder.decode(chunk, { stream: true }));
    yield* found.splice(0);
  }
  if (depth > 0)
    throw new ImportError('Файл обрывается на середине. Выгрузите его заново и проверьте, что он скачался целиком.');
}

/** UTF-8 with Russian letters, whatever it declares; else what the XML declaration says, unless that is UTF-8; else from the bytes. */
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
export function textIn({ children }: XmlElement, name: string): string {
  return children.find((child) => child.name === name)?.text.trim() ?? '';
}

export function childrenOf({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name);
}
