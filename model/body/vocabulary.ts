export const LEAVES: readonly string[] = ['p', 'h1', 'h2', 'h3'];
export const CONTAINERS: readonly string[] = ['blockquote', 'ul', 'ol', 'li'];
export const MARKS: readonly string[] = ['a', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'sub', 'sup', 'code'];
const VOIDS: readonly string[] = ['br', 'hr', 'img'];
/** Blocks of `blocks/` have elements of their own. */
export const TAGS: readonly string[] = [...LEAVES, ...CONTAINERS, 'footer', 'pre', ...MARKS, ...VOIDS];

export const RENAMED: ReadonlyMap<string, string> = new Map([
  ['strike', 's'],
  ['ins', 'u'],
  ['h4', 'h3'],
  ['h5', 'h3'],
  ['h6', 'h3'],
]);

/** Removed blocks whose direct text becomes a paragraph. */
export const LOOSE: ReadonlySet<string> = new Set(
  (
    'div section article main header footer aside nav address center figure figcaption details summary dialog form fieldset legend ' +
    'dl dt dd table caption thead tbody tfoot tr td th menu dir listing hgroup search'
  ).split(' '),
);

export const SWALLOWED: ReadonlySet<string> = new Set(
  (
    'script style title head template noscript noembed noframes plaintext xmp textarea select option optgroup datalist iframe object ' +
    'embed applet audio video canvas map svg math button progress meter frameset portal'
  ).split(' '),
);

export const ALIGNED: readonly string[] = [...LEAVES, 'blockquote', 'li'];
export const ALIGNMENTS: readonly string[] = ['center', 'right', 'justify'];
export const ALIGNMENT_CLASSES: readonly string[] = ALIGNMENTS.map((side) => `ql-align-${side}`);
export const BLOCK_CLASSES: readonly string[] = [
  ...ALIGNMENT_CLASSES,
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((level) => `ql-indent-${level}`),
];
export const LIST_KINDS: readonly string[] = ['ordered', 'bullet', 'checked', 'unchecked'];
/** Of a paragraph that is one link. */
export const BUTTON_CLASS = 'button';
export const CODE_CLASS = 'ql-syntax';

/** Names that a body may give a language, each with the highlighter's own. */
export const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    plaintext: 'plain plaintext text',
    bash: 'bash sh',
    cpp: 'cpp c++',
    csharp: 'cs csharp c#',
    css: 'css',
    diff: 'diff',
    xml: 'xml html',
    java: 'java',
    javascript: 'javascript js',
    markdown: 'markdown md',
    php: 'php',
    python: 'python py',
    ruby: 'ruby rb',
    sql: 'sql',
  }).flatMap(([language, names]) => names.split(' ').map((name): [string, string] => [name, language])),
);
export const LANGUAGE_CLASSES: readonly string[] = [...LANGUAGES.keys()].map((name) => `language-${name}`);

export const LINK_SCHEMES: readonly string[] = ['http', 'https', 'mailto', 'tel', 'sms'];
export const PICTURE_SCHEMES: readonly string[] = ['http', 'https'];
