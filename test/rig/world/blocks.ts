import { generator } from './hostile-bodies.ts';

/** Each block of bodies as it is stored, by its name in `model/body/blocks`; first with text. */
export const STORED_BLOCKS: Readonly<Record<string, readonly string[]>> = {
  table: [
    '<table><caption>Итоги <strong>финала</strong></caption><thead><tr><th>Место</th><th class="ql-align-right">Баллы</th></tr></thead>' +
      '<tbody><tr><td>1<br>и кубок</td><td class="ql-align-right">10<sup>2</sup></td></tr><tr><td></td><td><a href="/vote">12</a></td></tr></tbody></table>',
    '<table><tbody><tr><td rowspan="2">день</td><td colspan="2">вечер</td></tr><tr><td>а</td><th>б</th></tr></tbody></table>',
    '<table><tbody><tr><th>одна</th></tr></tbody></table>',
  ],
  image: [
    '<figure class="image"><img src="/uploads/a.png" alt="Сцена" width="1600" height="900"></figure>',
    '<figure class="image wide"><img src="https://example.org/a.png" alt=""><figcaption>Хор <a href="/vote">соседей</a><br>на <em>сцене</em></figcaption></figure>',
    '<figure class="image full"><img src="/uploads/a.png" alt=""><figcaption><cite>Анна Ли</cite></figcaption></figure>',
    '<details><summary>Фото</summary><figure class="image"><img src="/uploads/a.png" alt=""><figcaption>Хор<cite>Анна Ли</cite></figcaption></figure></details>',
  ],
  gallery: [
    '<figure class="gallery"><figure class="image"><img src="/uploads/a.png" alt=""></figure><figure class="image"><img src="/uploads/b.png" alt="Зал"></figure></figure>',
    '<figure class="gallery downloadable"><figure class="image"><img src="/uploads/a.png" alt=""><figcaption>Хор<cite>Анна Ли</cite></figcaption></figure>' +
      '<figure class="image"><img src="/uploads/b.png" alt=""><figcaption><cite>Анна Ли</cite></figcaption></figure><figcaption>Весь <strong>вечер</strong></figcaption></figure>',
  ],
  details: [
    '<details><summary>Правила <em>голосования</em></summary><p>Один голос</p><ul><li>с телефона</li></ul>' +
      '<table><tbody><tr><td>а</td><td>б</td></tr></tbody></table></details>',
    '<details><summary></summary><p><br></p></details>',
  ],
  author: [
    '<blockquote><p>Пойте</p><p>громче</p><footer>Анна, <em>режиссёр</em></footer></blockquote>',
    '<blockquote>Пойте<footer>Анна</footer></blockquote>',
  ],
  file: [`<figure class="file"><a href="/uploads/${'a'.repeat(32)}.pdf">Правила &amp; условия</a></figure>`],
  audio: [`<figure class="audio"><a href="/uploads/${'b'.repeat(32)}.mp3">Гимн</a></figure>`],
  embed: [
    '<figure class="embed" data-provider="rutube" data-id="0123456789abcdef0123456789abcdef"><a href="https://rutube.ru/video/0123456789abcdef0123456789abcdef/" rel="noopener noreferrer">Гала-концерт</a></figure>',
    '<figure class="embed" data-provider="vk" data-id="-1_22"><a href="https://vk.com/wall-1_22" rel="noopener noreferrer">https://vk.com/wall-1_22</a></figure>',
  ],
  button: ['<p class="button"><a href="/vote">Голосовать</a></p>'],
};

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
