import { readFileSync } from 'node:fs';

/** Hostile article bodies: every container a parser treats in its own way × every shape of payload × closed and unclosed. */

export type HostileBody = Record<'name' | 'html', string>;

/** A payload runs `alert(1)`, which browser tests replace in every frame to listen. */
const { containers, payloads, attributes, texts } = JSON.parse(
  readFileSync(new URL('hostile-bodies.json', import.meta.url), 'utf8'),
) as Record<'containers' | 'payloads' | 'attributes' | 'texts', string[]>;

/** The whole matrix: each payload in each container, closed, unclosed, closed early inside an attribute and before the payload. */
export function hostileBodies(): HostileBody[] {
  return containers.flatMap((open) =>
    payloads.flatMap((payload, number) => shapes(open, payload, `${open} × payload ${number}`)),
  );
}

function shapes(open: string, payload: string, name: string): HostileBody[] {
  const close = closing(open);
  return [
    { name: `${name}, closed`, html: `<p>before</p>${open}${payload}${close}<p>after</p>` },
    { name: `${name}, unclosed`, html: `${open}${payload}` },
    { name: `${name}, closed early`, html: `${open}${close}${payload}${open}${payload}` },
    {
      name: `${name}, closed in an attribute`,
      html: `${open}<b title="${close.replaceAll('"', "'")}${payload.replaceAll('"', "'")}">x</b>${close}`,
    },
  ];
}

function closing(open: string): string {
  if (open.startsWith('<!--')) return '-->';
  if (open.endsWith('[CDATA[')) return ']]>';
  if (/^<p title=["']/.test(open)) return `${open.at(-1)}>`;
  if (!/^<[a-z]/.test(open) || open.endsWith('=')) return '>';
  return [...open.matchAll(/<([a-z][a-z0-9-]*)/gi)]
    .reverse()
    .map(([, tag]) => `</${tag}>`)
    .join('');
}

/** Bodies put together at random from tags, attributes and odd pieces of text; the same seed gives the same ones. */
export function randomBodies(count: number, seed: number): HostileBody[] {
  const random = generator(seed);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const piece = () => {
    const kind = random();
    if (kind < 0.42)
      return `<${pick(TAG_NAMES)}${pick(attributes)}${random() < 0.3 ? pick(attributes) : ''}${random() < 0.95 ? '>' : '/>'}`;
    return kind < 0.68 ? `</${pick(TAG_NAMES)}>` : pick(texts);
  };
  const body = () => Array.from({ length: 1 + Math.floor(random() * 14) }, piece).join('');
  return Array.from({ length: count }, (_, number) => ({ name: `random ${number}`, html: body() }));
}

const TAG_NAMES = (
  'p h1 h2 h3 h4 ul ol li li blockquote pre code a b strong i em u s del strike ins br hr img div span table tr td section center font svg ' +
  'math style script xmp title textarea select option form button template noscript iframe plaintext image mtext mglyph annotation-xml ' +
  'foreignObject desc x-y body head frameset caption thead tbody th details summary figure figcaption cite footer'
).split(' ');

/** Numbers from 0 to 1 by mulberry32, a public-domain generator of one line of arithmetic. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
