import { DOMSerializer, DOMParser as DocumentParser, type ResolvedPos, type Slice } from '@tiptap/pm/model';
import { cleanPasted } from './clean.ts';
import { linkAddresses } from './link-addresses.ts';
import type { Lost } from './lost.ts';
import { markdownToHtml } from './markdown.ts';

/** A paragraph per line, with the marks at `$place` and linked URLs. */
export function readPlainText(text: string, $place: ResolvedPos): Slice {
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
export function readMarkdown(text: string, $place: ResolvedPos): { slice: Slice; lost: Lost[] } | undefined {
  try {
    const { html, lost } = cleanPasted(markdownToHtml(text));
    const body = document.implementation.createHTMLDocument('').createElement('div');
    body.innerHTML = html;
    return { slice: DocumentParser.fromSchema($place.doc.type.schema).parseSlice(body, { context: $place }), lost };
  } catch {
    return undefined;
  }
}
