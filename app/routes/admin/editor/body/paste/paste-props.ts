import { DOMSerializer, DOMParser as DocumentParser, type ResolvedPos, type Slice } from '@tiptap/pm/model';
import type { EditorProps } from '@tiptap/pm/view';
import { escapeText } from '../../../../../../model/body/attributes.ts';
import { cleanPasted } from './clean.ts';
import { withoutEmbedCodes } from './embeds.ts';
import { readInert } from './inert.ts';
import { linkAddresses } from './link-addresses.ts';
import { addLost, type Lost } from './lost.ts';
import { isMarkdown, markdownToHtml } from './markdown.ts';

export interface PasteReport {
  onLost: (lost: Lost[]) => void;
  onPlainOnly: () => void;
}

export function pasteProps({ onLost, onPlainOnly }: PasteReport): EditorProps {
  let plain = '';
  const keepPlain = (data: DataTransfer | null): false => {
    plain = data?.getData('text/plain') ?? '';
    return false;
  };
  return {
    clipboardTextParser: (pasted, place, isPlain) => {
      if (isPlain) return readPlainText(pasted, place);
      const lost: Lost[] = [];
      const text = withoutEmbedCodes(pasted, readInert, (what) => addLost(lost, what, true));
      const converted = isMarkdown(text) ? readMarkdown(text, place) : undefined;
      lost.push(...(converted?.lost ?? []));
      if (lost.length > 0) onLost(lost);
      return converted?.slice ?? readPlainText(text, place);
    },
    handleDOMEvents: {
      paste: (_view, { clipboardData }) => keepPlain(clipboardData),
      drop: (_view, { dataTransfer }) => keepPlain(dataTransfer),
    },
    transformPastedHTML: (pasted) => {
      try {
        const { html, lost } = cleanPasted(pasted);
        if (lost.length > 0) onLost(lost);
        return html;
      } catch {
        // Throwing would leave the paste to the browser, unsanitised.
        onPlainOnly();
        return plain
          .split(/[\r\n]+/)
          .map((line) => `<p>${escapeText(line)}</p>`)
          .join('');
      }
    },
  };
}

/** A paragraph per line, with the marks at `$place` and linked URLs. */
function readPlainText(text: string, $place: ResolvedPos): Slice {
  const { schema } = $place.doc.type;
  const serializer = DOMSerializer.fromSchema(schema);
  const inert = document.implementation.createHTMLDocument('');
  const body = inert.createElement('div');
  for (const line of text.split(/[\r\n]+/)) {
    const paragraph = body.appendChild(inert.createElement('p'));
    if (line) paragraph.append(serializer.serializeNode(schema.text(line, $place.marks()), { document: inert }));
  }
  linkAddresses(body);
  return DocumentParser.fromSchema(schema).parseSlice(body, { preserveWhitespace: true, context: $place });
}

/** Undefined when it overflows the stack (thousands of nested levels). */
function readMarkdown(text: string, $place: ResolvedPos): { slice: Slice; lost: Lost[] } | undefined {
  try {
    const { html, lost } = cleanPasted(markdownToHtml(text));
    const body = document.implementation.createHTMLDocument('').createElement('div');
    body.innerHTML = html;
    return { slice: DocumentParser.fromSchema($place.doc.type.schema).parseSlice(body, { context: $place }), lost };
  } catch {
    return undefined;
  }
}
