/**
 * An independent judge of sanitised bodies. It knows none of the code it judges and no HTML parser: it accepts only a tiny grammar in
 * which nothing can be read in two ways, and says what is wrong in the first place where a body leaves it. A body that is not `tidy`
 * may have what is useless but harmless: links without an address, pictures from elsewhere on the site, attributes without a value.
 */
export function findFault(body: string, { tidy = true } = {}): string | undefined {
  const html = tidy
    ? body
    : body.replace(/ (data-list|data-language|data-provider|target|rel|colspan|rowspan)(?=[ >])/g, '');
  const open: string[] = [];
  let at = 0;
  while (at < html.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(html);
    if (!match) return `not of the grammar: ${html.slice(at, at + 60)}`;
    const [token, end, start, attributes = ''] = match;
    at += token.length;
    if (end && open.pop() !== end) return `end tag without its start: ${token}`;
    if (!start) continue;
    const fault = faultOf(start, attributes, tidy);
    if (fault) return `${fault}: ${token}`;
    if (!VOID.has(start)) open.push(start);
  }
  return open.length > 0 ? `never closed: ${open.join(' ')}` : undefined;
}

/** Text without a loose `<`, `>` or `&`; an end tag; a start tag with plainly quoted attributes. */
const TOKEN =
  /(?:[^<>&]|&(?:amp|lt|gt);)+|<\/([a-z][a-z0-9]*)>|<([a-z][a-z0-9]*)((?: [a-z-]+="(?:[^<>&"]|&(?:amp|lt|gt|quot);)*")*)>/gy;

const SIGNS = { lt: '<', gt: '>', quot: '"', amp: '&' };
const VOID = new Set(['br', 'hr', 'img']);
const PLACE = '(ql-align-(center|right|justify)|ql-indent-[1-8])';
const BLOCK = { class: new RegExp(`^${PLACE}( ${PLACE})?$`) };
const LANGUAGE =
  'plain|plaintext|text|bash|sh|cpp|c\\+\\+|cs|csharp|c#|css|diff|xml|html|java|javascript|js|markdown|md|php|python|py|ruby|rb|sql';
const ALIGNED = { class: /^ql-align-(center|right|justify)$/ };
const SPAN = /^([2-9]|[1-9]\d|100)$/;
const CELL = { ...ALIGNED, colspan: SPAN, rowspan: SPAN };
const CODE = new RegExp(`^(${LANGUAGE})$`);
const CODE_CLASS = new RegExp(`^(ql-syntax|language-(${LANGUAGE}))$`);
const PLAIN =
  'table caption thead tbody tr figcaption cite details summary footer ul b strong i em u s del sub sup br hr'.split(
    ' ',
  );
const ALLOWED: Record<string, Record<string, RegExp>> = {
  ...Object.fromEntries(PLAIN.map((tag) => [tag, {}])),
  p: { class: new RegExp(`${BLOCK.class.source}|^button$`) },
  th: CELL,
  td: CELL,
  figure: {
    class: /^(audio|file|embed|image( (wide|full))?|gallery( downloadable)?)$/,
    'data-provider': /^[a-z-]+$/,
    'data-id': /^[\w./@-]+$/,
  },
  h1: BLOCK,
  h2: BLOCK,
  h3: BLOCK,
  blockquote: BLOCK,
  ol: { start: /^[1-9]\d{0,4}$/ },
  li: { ...BLOCK, 'data-list': /^(ordered|bullet|checked|unchecked)$/ },
  pre: { class: CODE_CLASS, 'data-language': CODE },
  code: { class: CODE_CLASS },
  a: {
    href: /^(https?:|mailto:|tel:|sms:|(?![a-z0-9+.-]*:)(?![\\/]{2})[^\p{Cc}\s])/iu,
    target: /^_blank$/,
    rel: /^noopener noreferrer$/,
  },
  img: { src: /^(https?:|\/uploads\/)/i, alt: /^/, width: /^[1-9]\d{0,4}$/, height: /^[1-9]\d{0,4}$/ },
};

const UNTIDY: Record<string, RegExp> = {
  class:
    /^((ql-align-[a-z]+|ql-indent-\d|ql-syntax|button|audio|file|embed|image|wide|full|gallery|downloadable|language-[a-z+#]+)( |$))+$/,
  start: /^/,
  width: /^/,
  height: /^/,
  'data-id': /^/,
  src: /^[\s\p{Cc}]*(https?:|(?![a-z0-9+.-]*:)(?![\\/]{2})(?=[^\s\p{Cc}]|$))/iu,
  href: /^[\s\p{Cc}]*(https?:|mailto:|tel:|sms:|(?![a-z0-9+.-]*:)(?![\\/]{2})(?=[^\s\p{Cc}]|$))/iu,
};

function faultOf(tag: string, attributes: string, tidy: boolean): string | undefined {
  const allowed = Object.hasOwn(ALLOWED, tag) ? ALLOWED[tag] : undefined;
  if (!allowed) return 'tag not allowed';
  const seen = new Map<string, string>();
  for (const [, name = '', value = ''] of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
    if (seen.has(name)) return 'attribute twice';
    const plain = value.replace(/&(lt|gt|quot|amp);/g, (_, sign: keyof typeof SIGNS) => SIGNS[sign]);
    const rule = !tidy && name in UNTIDY ? UNTIDY[name] : allowed[name];
    if (!Object.hasOwn(allowed, name) || !rule?.test(plain)) return `attribute not allowed: ${name}`;
    seen.set(name, plain);
  }
  if (!tidy) return undefined;
  if (tag === 'a' && !seen.has('href')) return 'link without an address';
  if (tag === 'img' && !seen.has('src')) return 'picture without a source';
  const leads = seen.has('target') || /^https?:/i.test(seen.get('href') ?? '');
  return leads && !seen.has('rel') ? 'link without rel' : undefined;
}
