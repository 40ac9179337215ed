import { createRequire } from 'node:module';
import type { IOptions } from 'sanitize-html';
import type { LostThing } from './losses.ts';
import { assertSize } from './markup.ts';
import { shapeBody } from './shape.ts';
import {
  ALIGNED,
  BLOCK_CLASSES,
  CODE_CLASS,
  LANGUAGE_CLASSES,
  LANGUAGES,
  LINK_SCHEMES,
  LIST_KINDS,
  PICTURE_SCHEMES,
  SWALLOWED,
  TAGS,
} from './vocabulary.ts';

export { BadBodyImage, replaceDataImages } from './images.ts';
export { BodyTooComplex } from './markup.ts';

/**
 * Makes anybody's HTML safe to show: what the editor's toolbar can make stays, everything else goes (`body/vocabulary.ts` has the
 * lists). Classes stand for `style`: `ql-align-*`, `ql-indent-1` to `8`, `ql-syntax`, `language-*`; lists have `data-list`, code
 * blocks `data-language`. Links lead to http, https, mailto, tel, sms and the site itself, pictures come by http, https or from
 * `/uploads/`; `data:` pictures are dropped here, see `replaceDataImages`, which comes first on a save.
 * An embed that cannot stay leaves a link to its address; `onLoss` is called for all that goes besides markup (`body/losses.ts`).
 * Sanitising the result again changes nothing and loses nothing. Throws BodyTooComplex above 2 MiB besides `data:` pictures, 20,000 nodes, depth 100.
 */
export function sanitizeBody(html: string, onLoss?: (what: LostThing) => void): string {
  // Two filters that know nothing of each other: what one lets through by mistake the other still holds back.
  const safe = fence(shapeBody(html, onLoss));
  assertSize(safe);
  return safe;
}

/** The second filter: changes nothing in what `shapeBody` makes, and is safe on anything else too. */
export function fence(html: string): string {
  // In its output an angle bracket outside a tag is always escaped, so this spells out only its `<br />`, `<hr />` and `<img … />`.
  return filter()(html, FENCE).replaceAll(' />', '>');
}

const require = createRequire(import.meta.url);

/** Loaded by the first save: with its parser of styles it is a tenth of an idle server's own memory. */
function filter(): typeof import('sanitize-html') {
  return require('sanitize-html');
}

const FENCE: IOptions = {
  allowedTags: [...TAGS],
  allowedAttributes: {
    a: ['href', { name: 'target', values: ['_blank'] }, { name: 'rel', values: ['noopener noreferrer'] }],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start'],
    li: [{ name: 'data-list', values: [...LIST_KINDS] }],
    pre: [{ name: 'data-language', values: [...LANGUAGES.keys()] }],
  },
  allowedClasses: {
    ...Object.fromEntries(ALIGNED.map((tag) => [tag, [...BLOCK_CLASSES]])),
    pre: [CODE_CLASS, ...LANGUAGE_CLASSES],
    code: [...LANGUAGE_CLASSES],
  },
  allowedSchemes: [...LINK_SCHEMES],
  allowedSchemesByTag: { img: [...PICTURE_SCHEMES] },
  allowProtocolRelative: false,
  nonTextTags: [...SWALLOWED],
  nestingLimit: 200,
};
