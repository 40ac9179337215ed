import { createRequire } from 'node:module';
import type { IOptions } from 'sanitize-html';
import type { Allowed } from './blocks/block.ts';
import { BLOCKS } from './blocks/blocks.ts';
import type { LostThing } from './losses.ts';
import { assertSize } from './markup.ts';
import { shapeBody } from './shape/shape.ts';
import {
  ALIGNED,
  BLOCK_CLASSES,
  BUTTON_CLASS,
  CODE_CLASS,
  LANGUAGE_CLASSES,
  LANGUAGES,
  LINK_SCHEMES,
  LIST_KINDS,
  PICTURE_SCHEMES,
  SWALLOWED,
  TAGS,
} from './vocabulary.ts';

/** Drops what the editor cannot make, and `data:` images; idempotent. BodyTooComplex above 2 MiB, 20,000 nodes or depth 100. */
export function sanitizeBody(html: string, onLoss?: (what: LostThing) => void): string {
  // Defence in depth: two independent filters, so a bug in one is caught by the other.
  const safe = filterHtml(shapeBody(html, onLoss));
  assertSize(safe);
  return safe;
}

/** The second filter: leaves the output of `shapeBody` unchanged and is safe on any input. */
export function filterHtml(html: string): string {
  // `>` is escaped outside tags, so this only rewrites `<br />`, `<hr />` and `<img … />`.
  const safe = filter()(replaced(html, TO_CHARACTERS), FENCE).replaceAll(' />', '>');
  return replaced(safe, TO_REFERENCES);
}

/** Character references cost the filter ten times a letter. Noncharacters replace them: they come back escaped. */
const TO_CHARACTERS: Replacements = [
  [/&amp;/g, '\ufdd2'],
  [/&lt;/g, '\ufdd3'],
  [/&gt;/g, '\ufdd4'],
];
const TO_REFERENCES: Replacements = [
  [/\ufdd2/g, '&amp;'],
  [/\ufdd3/g, '&lt;'],
  [/\ufdd4/g, '&gt;'],
];

type Replacements = readonly (readonly [RegExp, string])[];

function replaced(html: string, replacements: Replacements): string {
  return replacements.reduce((text, [from, to]) => text.replace(from, to), html);
}

const require = createRequire(import.meta.url);

/** Lazy: with its CSS parser the module takes a tenth of an idle server's memory. */
function filter(): typeof import('sanitize-html') {
  return require('sanitize-html');
}

const IN_BLOCKS = BLOCKS.flatMap(({ elements }) => Object.entries(elements));

const FENCE: IOptions = {
  allowedTags: [...TAGS, ...IN_BLOCKS.map(([tag]) => tag)],
  allowedAttributes: {
    ...groupByElement(({ attributes }) => attributes),
    a: ['href', { name: 'target', values: ['_blank'] }, { name: 'rel', values: ['noopener noreferrer'] }],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start'],
    li: [{ name: 'data-list', values: [...LIST_KINDS] }],
    pre: [{ name: 'data-language', values: [...LANGUAGES.keys()] }],
  },
  allowedClasses: {
    ...groupByElement(({ classes }) => classes),
    ...Object.fromEntries(ALIGNED.map((tag) => [tag, [...BLOCK_CLASSES]])),
    p: [...BLOCK_CLASSES, BUTTON_CLASS],
    pre: [CODE_CLASS, ...LANGUAGE_CLASSES],
    code: [...LANGUAGE_CLASSES],
  },
  allowedSchemes: [...LINK_SCHEMES],
  allowedSchemesByTag: { img: [...PICTURE_SCHEMES] },
  allowProtocolRelative: false,
  nonTextTags: [...SWALLOWED],
  nestingLimit: 200,
};

/** Blocks by element: several may share one. */
function groupByElement<T>(what: (allowed: Allowed) => readonly T[] | undefined): Record<string, T[]> {
  const all: Record<string, T[]> = {};
  for (const [tag, allowed] of IN_BLOCKS) all[tag] = [...(all[tag] ?? []), ...(what(allowed) ?? [])];
  return all;
}
