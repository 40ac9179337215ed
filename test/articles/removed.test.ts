import { describe, expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

const t = await needSite();

const NEWS = '/api/admin/news';
const REL = 'rel="noopener noreferrer"';

/** Everything that the sanitizer removes from a body. */
const RICH =
  '<p>Клип: <iframe src="https://rutube.ru/play/embed/1"></iframe></p><video src="https://a.ru/b.mp4"></video>' +
  '<audio><source src="https://a.ru/b.mp3"></audio><iframe src="https://a.ru/map"></iframe><svg><text>a</text></svg>' +
  '<ul><li><table><tr><td>1</td><td>Беларусь</td></tr></table><table><tr><td>2</td><td>Россия</td></tr></table></li></ul>' +
  '<form><input name="a">Опрос</form><math><mi>x</mi></math><a href="#1">сноска</a> <a href="tg://resolve?domain=x">канал</a><img srcset="https://a.ru/a.png 2x">';

describe('the answer to a save', () => {
  test('names what the body lost, and the body has links in place of embeds and lines in place of rows', async () => {
    const created = await t.editor('POST', NEWS, { title: 'Потери', content: RICH });
    expect(created.statusCode).toBe(201);
    const link = (address: string) => `<p><a href="${address}" ${REL}>${address}</a></p>`;
    expect(created.json().content).toBe(
      `<p>Клип: </p>${link('https://rutube.ru/play/embed/1')}${link('https://a.ru/b.mp4')}${link('https://a.ru/b.mp3')}${link('https://a.ru/map')}` +
        '<ul><li><p>1 — Беларусь</p><p>2 — Россия</p></li></ul><p>Опрос</p>сноска канал',
    );
    const removed = Object.entries({
      ...{ видео: 2, звук: 1, 'встроенная страница': 1, 'рисунок SVG': 1, таблица: 2, форма: 1, формула: 1 },
      ...{ 'якорная ссылка': 1, ссылка: 1, картинка: 1 },
    }).map(([what, count]) => ({ what, count }));
    expect(created.json().removed).toEqual(removed);
    const changed = await t.editor('PUT', `${NEWS}/poteri`, { content: RICH });
    expect(changed.json().removed).toEqual(removed);
  });

  test('names words that went with their element, once for each', async () => {
    const content =
      '<p>До <button>Купить <b>билет</b></button><textarea>отзыв</textarea><select><option>да</option><option>нет</option></select> после</p>' +
      '<noscript>Включите скрипты</noscript><template><p>заготовка</p></template><style>p{}</style><xmp>код</xmp><xmp> </xmp>';
    const { removed } = (await t.editor('POST', NEWS, { title: 'Слова', content })).json();
    expect(removed).toEqual([
      { what: 'элемент формы', count: 3 },
      { what: 'простой текст', count: 1 },
    ]);
  });

  test('says nothing of a loss when only markup went, or nothing at all', async () => {
    const content = '<div style="color:red" onclick="x()"><font>Текст</font> 10<sup>6</sup><script>x()</script></div>';
    const created = await t.editor('POST', NEWS, { title: 'Без потерь', content });
    expect(created.json().content).toBe('<p>Текст 10<sup>6</sup></p>');
    expect(created.json()).not.toHaveProperty('removed');
    const again = { title: 'Без потерь', content: created.json().content };
    for (const answer of [
      await t.editor('PUT', `${NEWS}/bez-poter`, again),
      await t.editor('GET', `${NEWS}/bez-poter`),
    ])
      expect(answer.json()).not.toHaveProperty('removed');
  });
});

test('the API describes what a save answers besides the article', async () => {
  const { paths } = (await t.visitor('GET', '/api/openapi.json')).json();
  for (const [method, path, status] of [
    ['post', NEWS, '201'],
    ['put', `${NEWS}/{slug}`, '200'],
  ] as const) {
    const { schema } = paths[path][method].responses[status].content['application/json'];
    expect(schema.properties.removed.items.required).toEqual(['what', 'count']);
    expect(schema.required).not.toContain('removed');
  }
});

test('titles and bodies keep at most sixteen combining marks on a letter', async () => {
  const heap = `а${'\u0301'.repeat(20_000)}`;
  const kept = `а${'\u0301'.repeat(16)}`;
  const created = await t.editor('POST', NEWS, {
    slug: 'marks',
    title: heap.slice(0, 300),
    content: `<p>${heap}<b>${'\u0301'.repeat(100)}</b> и\u0306</p>`,
  });
  expect(created.statusCode).toBe(201);
  expect([created.json().title, created.json().content]).toEqual([kept, `<p>${kept} и\u0306</p>`]);
  const changed = await t.editor('PUT', `${NEWS}/marks`, { title: heap.slice(0, 300), content: `<p>${heap}</p>` });
  expect([changed.json().title, changed.json().content]).toEqual([kept, `<p>${kept}</p>`]);
});
