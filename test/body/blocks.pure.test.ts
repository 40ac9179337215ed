import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fence, sanitizeBody } from '../../model/body/body.ts';
import type { LostThing } from '../../model/body/losses.ts';
import { shapeBody } from '../../model/body/shape/shape.ts';
import { embedOf } from '../../model/settings/watch/players.ts';
import { plainText } from '../../model/text/excerpt.ts';
import { rows, sampled } from '../rig/cases.ts';
import { mixedBodies, STORED_BLOCKS } from '../rig/world/blocks.ts';
import { findFault } from './strict-body.ts';

test.each(Object.values(STORED_BLOCKS).flat())('%s is stored as it came', (html) => {
  expect(sanitizeBody(html)).toBe(html);
  expect(fence(html)).toBe(html);
});

test.each([
  ...rows<[string, string, string]>(`
  with its parts in any order and unclosed
    <table><tfoot><tr><td>в<td>г</tfoot><tbody><tr><td><b>а<td>б<thead><tr><td>1<td>2</table>
    <table><thead><tr><th>1</th><th>2</th></tr></thead><tbody><tr><td><b>а</b></td><td>б</td></tr><tr><td>в</td><td>г</td></tr></tbody></table>
  with a header of two rows
    <table><thead><tr><th rowspan=2>а</th><th>б</th></tr><tr><th>в</th></tr></thead><tr><td>1<td>2</table>
    <table><tbody><tr><th rowspan="2">а</th><th>б</th></tr><tr><th>в</th></tr><tr><td>1</td><td>2</td></tr></tbody></table>
  with spans over its end and rows without cells
    <table><tr><td rowspan=9 colspan=1>а<td colspan=500>б</tr><tr></tr><tr><td rowspan=2 colspan=0>в</table>
    <table><tbody><tr><td rowspan="2">а</td><td colspan="99">б</td></tr><tr><td>в</td></tr></tbody></table>
  with pictures and text beside its cells, which follow it
    <table>а<tr>б<td>в<img src="/uploads/a.png"></td><td><a href="/b"><img src="/uploads/b.png"></a></td></tr></table>
    <table><tbody><tr><td>в</td><td></td></tr></tbody></table><p><img src="/uploads/a.png"></p><p><a href="/b"><img src="/uploads/b.png"></a></p><p>аб</p>
  around a page, which goes, and the one in it
    <table><tr><td><h1>а</h1><table><tr><td>б</td><td>в</td></tr></table></td></tr></table>
    <h1>а</h1><table><tbody><tr><td>б</td><td>в</td></tr></tbody></table>
  of pictures → <table><tr><td><img src="/uploads/a.png"></td></tr></table> → <p><img src="/uploads/a.png"></p>
  without cells → <table><caption>а</caption>б</table>в → <p>а</p><p>б</p>в
`),
  [
    'of other programs',
    '<table border=1 style="width:9px"><colgroup><col></colgroup><tr>\n<th>b</th>\n<td align=right><p>c <b>d</b></p></td></tr><tr><td><p style="text-align:center">f</p><p>g</p></table>',
    '<table><tbody><tr><th>b</th><td class="ql-align-right">c <b>d</b></td></tr><tr><td class="ql-align-center">f<br>g</td></tr></tbody></table>',
  ],
  [
    'with blocks in cells',
    '<table><tr><td>а<ul><li>б</li></ul>в</td><td><pre>г\nд</pre><h2>е</h2></td></tr></table>',
    '<table><tbody><tr><td>а<br>б<br>в</td><td>г<br>д<br>е</td></tr></tbody></table>',
  ],
])('a table %s', (_what, html, stored) => {
  expect(sanitizeBody(html)).toBe(stored);
  expect(sanitizeBody(stored)).toBe(stored);
});

test('a table is no loss at the top of a body, and one in a list', () => {
  const lost: LostThing[] = [];
  const rows = '<table><tr><td>а</td><td>б</td></tr></table>';
  sanitizeBody(rows, (what) => lost.push(what));
  expect(lost).toEqual([]);
  sanitizeBody(`<ul><li>${rows}</li></ul>`, (what) => lost.push(what));
  expect(lost).toEqual(['таблица']);
});

test.each(
  rows(`
  <details open><p>б</p><summary>а <img src="/uploads/a.png"></summary></details>
    <details><summary>а</summary><p><img src="/uploads/a.png"></p><p>б</p></details>
  <details>б<details><summary>в</summary>г</details></details>
    <details><summary></summary><p>б</p><p>в</p><p>г</p></details>
  <blockquote><footer>а</footer><p>б</p><footer>в</footer></blockquote>
    <blockquote><p>б</p><p>в</p><footer>а</footer></blockquote>
  <footer>а</footer><blockquote>б<footer> </footer></blockquote> → <p>а</p><blockquote>б</blockquote>
  <div class="big button"><a href="/a"><b>Голо</b>совать</a> </div>
    <p class="button"><a href="/a">Голосовать</a></p>
  <p class="button">а <a href="/b">б</a></p> → <p>а <a href="/b">б</a></p>
  <p class="button"><a href="/a"><img src="/uploads/a.png"></a></p>
    <p><a href="/a"><img src="/uploads/a.png"></a></p>
`),
)('%s → %s', (html, stored) => {
  expect(sanitizeBody(html)).toBe(stored);
  expect(sanitizeBody(stored)).toBe(stored);
});

const CODE = '0123456789abcdef0123456789abcdef';
const PAGE = `https://rutube.ru/video/${CODE}/`;
const AROUND = [
  ...'p b td tr table caption details summary figcaption cite footer blockquote'.split(' '),
  ...['a href=/a', 'figure', 'figure class=image', 'figure class=gallery', 'figure class=file'],
  ...[`a href=/uploads/${CODE}.pdf`, `figure class=embed data-provider=rutube data-id=${CODE}`],
  `iframe src=https://rutube.ru/play/embed/${CODE}`,
];

test('whatever is mixed comes out in the language of bodies, settled at once and with all of its words', () => {
  for (const html of mixedBodies(sampled(4000, 10), 20)) {
    const shaped = shapeBody(html);
    expect(findFault(shaped), html).toBeUndefined();
    expect(fence(shaped), html).toBe(shaped);
    expect(sanitizeBody(shaped), html).toBe(shaped);
    const words = plainText(shaped).match(/слово\d+/g) ?? [];
    expect(words.sort(), html).toEqual(html.match(/слово\d+/g)?.sort() ?? []);
  }
});

/** What is left of it is empty, or an address: a block may have to decide by what it wrote, not by what it read. */
const INSIDE = fc.letrec<{ content: string }>((tie) => ({
  content: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('а', ' ', '\0', '\ud83c', '\ufeff', '&nbsp;', '<br>', PAGE, '<img src=/uploads/a.png>'),
    fc.constantFrom('<script>x</script>', '<textarea>x</textarea>', '<template>x</template>', '<svg>x</svg>'),
    fc
      .tuple(fc.constantFrom(...AROUND), fc.array(tie('content'), { maxLength: 3 }))
      .map(([tag, inside]) => `<${tag}>${inside.join('')}</${tag.split(' ')[0]}>`),
  ),
})).content;

test('what is empty, dropped or an address in a block stays as it was written the next time', () => {
  const bodies = fc.array(fc.tuple(fc.constantFrom(...AROUND), fc.array(INSIDE, { maxLength: 4 })), { maxLength: 3 });
  fc.assert(
    fc.property(bodies, (parts) => {
      const html = parts.map(([tag, inside]) => `<${tag}>${inside.join('')}</${tag.split(' ')[0]}>`).join('');
      const stored = sanitizeBody(html);
      const lost: string[] = [];
      expect(findFault(stored)).toBeUndefined();
      expect([sanitizeBody(stored, (what) => lost.push(what)), lost]).toEqual([stored, []]);
    }),
    { numRuns: sampled(8000, 10), seed: 34 },
  );
});

const RUTUBE = '0123456789abcdef0123456789abcdef';
const FRAMED = 'https://www.youtube.com/embed/dQw4w9WgXcQ';
const DZEN = 'https://dzen.ru/embed/vnVEaPfaSym8?from=zen&mute=0';
const VK = 'vkvideo.ru/video_ext.php?oid=-1&amp;id=22&amp;hd=2';

test.each([
  ['youtu.be/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  ['https://youtube.com/embed/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  [`https://rutube.ru/video/${RUTUBE}/`, `https://rutube.ru/play/embed/${RUTUBE}`],
  [`https://rutube.ru/video/private/${RUTUBE}/?p=aB_c-1`, `https://rutube.ru/play/embed/${RUTUBE}/?p=aB_c-1`],
  ['https://vkvideo.ru/video-1_22', 'https://vkvideo.ru/video_ext.php?oid=-1&id=22&hd=2'],
  ['https://vk.ru/video33_22', 'https://vk.com/video_ext.php?oid=33&id=22&hd=2'],
  ['https://vk.com/video-1_22_a1b2c3', 'https://vk.com/video_ext.php?oid=-1&id=22&hash=a1b2c3&hd=2'],
  ['https://m.ok.ru/live/12345', 'https://ok.ru/videoembed/12345'],
  [`<iframe src="https://${VK}" width="853" height="480"></iframe>`, `https://${VK.replaceAll('&amp;', '&')}`],
  ["<IFRAME width=1\n SRC='//www.youtube.com/embed/dQw4w9WgXcQ?si=x'>", `${FRAMED}?si=x`],
  [`Код: <iframe allow="autoplay" src=https://rutube.ru/video/${RUTUBE}/>`, `https://rutube.ru/play/embed/${RUTUBE}`],
  [`<iframe src="${DZEN}"></iframe>`, DZEN],
  ['<iframe src="https://player.example.org/1"></iframe>', 'https://player.example.org/1'],
])('%s is framed as %s', (pasted, address) => {
  expect(embedOf(pasted)).toEqual({ address });
  // Idempotent.
  expect(embedOf(address) ?? { address }).toEqual({ address });
});

test.each([
  ...['https://www.youtube.com/@festival/live', 'https://www.youtube.com/watch?v=short'],
  ...['https://www.youtube.com/playlist?list=PL1', 'https://rutube.ru/channel/1/', 'https://vk.com/festival'],
  ...['https://live.vkvideo.ru/festival', 'https://ok.ru/group/1'],
  'https://dzen.ru/video/watch/6401a3b2c4d5e6f708192a3b',
])('%s cannot be framed, and the sentence says what to copy', (pasted) =>
  expect(embedOf(pasted)).toEqual({ refusal: expect.stringMatching(/«Встроить» и скопируйте код/) }),
);

test('an <iframe> without an address is refused', () =>
  expect(embedOf('<iframe width="1"></iframe>')).toEqual({ refusal: expect.stringContaining('нет адреса') }));

test.each([
  ...['', '/player', 'https://player.example.org/embed?x=1', 'javascript:alert(1)', 'не адрес'],
  'https://vk.com.evil.example/video-1_2',
])('%j is not for this rule', (pasted) => expect(embedOf(pasted)).toBeUndefined());
