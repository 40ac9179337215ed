import { hasMacros, hasOutsidePart } from '../errors.ts';
import type { Source } from './source.ts';
import { readEntry, type ZipEntry } from './zip.ts';

/** Bytes of one part and of all: the relations of a book of a thousand pages have less. */
const LARGEST_PART = 1024 * 1024;
const LARGEST_TOGETHER = 8 * 1024 * 1024;

/** Content types of macros (ECMA-376, 15.2; MS-OFFMACRO2): the name of the part may be any. */
const MACRO_TYPE = /vbaproject|vbadata|macroenabled|macrosheet/;
/** Relations that open what they point to together with the document. */
const OPENED = /\/(?:attachedtemplate|oleobject|frame|subdocument)["']/;
const OUTSIDE = /targetmode\s*=\s*["']\s*external/;

/**
 * Reads the content types and relations of an Office document, at most 8 MiB of them. 415 for macros under any name and for
 * templates and objects that lie outside; 422 when a part cannot be read.
 */
export async function assertHarmlessParts(source: Source, entries: ZipEntry[]): Promise<void> {
  let left = LARGEST_TOGETHER;
  for (const entry of entries) {
    const name = entry.name.toLowerCase();
    const isTypes = name === '[content_types].xml';
    if (!isTypes && !name.endsWith('.rels')) continue;
    const xml = plainXml(await readEntry(source, entry, Math.min(LARGEST_PART, left)));
    left -= xml.length;
    if (isTypes && MACRO_TYPE.test(xml)) throw hasMacros();
    // Never inside an attribute: each piece is one tag.
    const tags = isTypes ? [] : xml.split('<');
    if (tags.some((tag) => OPENED.test(tag) && OUTSIDE.test(tag))) throw hasOutsidePart();
  }
}

/** In lower case, without the zeros of UTF-16, with its numeric references resolved. */
function plainXml(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_reference, hex, decimal) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code < 128 ? String.fromCharCode(code) : '?';
    })
    .toLowerCase();
}
