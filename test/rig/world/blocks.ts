import { groupsIn } from '../cases.ts';
import { generator } from './hostile-bodies.ts';

/** Bodies as they are stored, by the name of their block in `model/body/blocks`; first one with text. */
export const STORED_BLOCKS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  groupsIn('rig/world/blocks.txt').map(([name = '', ...bodies]) => [name, bodies]),
);

/** Bodies of nested and mixed elements of blocks, right and wrong; each text in them is a word of its own. */
export function mixedBodies(count: number, seed: number): string[] {
  const random = generator(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  let words = 0;
  const piece = (depth: number): string => {
    if (depth === 0 || random() < 0.25) {
      words += 1;
      return `слово${words}${pick(['', ' ', '<br>', '\n'])}`;
    }
    const [opening, closing] = pick(ELEMENTS);
    const inner = Array.from({ length: Math.floor(random() * 4) }, () => piece(depth - 1)).join('');
    return `${opening}${inner}${random() < 0.9 ? closing : ''}`;
  };
  return Array.from({ length: count }, () => Array.from({ length: 3 }, () => piece(5)).join(''));
}

const ELEMENTS: readonly [opening: string, closing: string][] = [
  ...'table table caption thead tbody tfoot tr tr tr td td td th details summary figure figcaption cite blockquote footer ul li p p h2 pre div b a'
    .split(' ')
    .map((name): [string, string] => [`<${name}>`, `</${name}>`]),
  ['<td colspan="3">', '</td>'],
  ['<td rowspan=2 align=right>', '</td>'],
  ['<th colspan=900 rowspan=900>', '</th>'],
  ['<p class="button"><a href="/a">', '</a></p>'],
  ['<a href="/b">', '</a>'],
  ['<p class="button">', '</p>'],
  ['<figure class="image">', '</figure>'],
  ['<figure class="file">', '</figure>'],
  [`<a href="/uploads/${'c'.repeat(32)}.pdf">`, '</a>'],
  ['<img src="/uploads/a.png" alt="">', ''],
  ['<hr>', ''],
];
