import { expect, test } from 'vitest';
import type { Answer } from '../../model/search/search.ts';
import { addShow, askOf, FINAL } from '../programme/show.ts';
import { needSite } from '../rig/needs.ts';

const site = await needSite();
const ask = askOf(site);

type Found = Answer & { q: string };

const search = (query: string) => site.visitor('GET', `/api/search?${query}`);
const find = async (q: string, more = '') => (await search(`q=${encodeURIComponent(q)}${more}`)).json<Found>();
const urls = async (q: string, more = '') => (await find(q, more)).results.map(({ url }) => url);
const write = (title: string, rest: object = {}) =>
  ask<{ id: number; slug: string }>('POST', '/admin/news', { title, ...rest });

test('an answer names kind, title, path, day and the found words in an excerpt that has no other markup', async () => {
  await write('Барабанщики', {
    slug: 'drums',
    date: '2025-07-20',
    content: `<p>${'Раньше. '.repeat(40)}Гремят <strong>барабаны</strong> &lt;script&gt; &amp; литавры.</p>`,
  });
  await ask('POST', '/admin/pages', { title: 'Барабаны для всех', slug: 'for-all', content: '', status: 'published' });
  const { results, ...answer } = await find('барабанов');
  expect(answer).toEqual({ q: 'барабанов', understood: null, total: 2 });
  expect(results[0]).toEqual({ kind: 'page', title: 'Барабаны для всех', url: '/for-all', excerpt: '', date: null });
  expect(results[1]).toMatchObject({ kind: 'news', title: 'Барабанщики', url: '/news/drums', date: '2025-07-20' });
  expect(results[1]?.excerpt).toMatch(/^…Раньше\. .*Гремят <mark>барабаны<\/mark> &lt;script&gt; &amp; литавры\.$/);
});

test('blocks of a text are apart in an excerpt, without numbers of footnotes', async () => {
  const text = '<p>Виолончель<sup>1</sup> звучит на 5 м<sup>2</sup></p><ul><li>Да!</li></ul>';
  const photo = '<figure><img src="/uploads/none.webp" alt=""><figcaption>Зал<cite>Кедров</cite></figcaption></figure>';
  await write('Эфир', { content: `<h2><em>Смотреть</em></h2>${photo}${text}` });
  const { results } = await find('виолончель');
  expect(results[0]?.excerpt).toBe('Смотреть. Зал. Кедров. <mark>Виолончель</mark> звучит на 5 м2. Да!');
});

test('a word with a stress, a soft hyphen or a Latin look-alike is found and marked', async () => {
  await write('Помета', {
    content: '<p>Играет клавеси\u0301н и чем\u00adбало, звонит к\u006fлокол в зале \u00422.</p>',
  });
  for (const q of ['клавесин', 'чембало', 'колокола', 'в2'])
    expect((await find(q)).results[0]?.excerpt, q).toContain('<mark>');
});

test('nothing found is an empty list; a query has 1 to 200 characters, a limit 1 to 50', async () => {
  expect(await find('ывалдор')).toEqual({ q: 'ывалдор', understood: null, total: 0, results: [] });
  for (const query of ['', 'q=', 'q=%20%09', `q=${'%D1%84'.repeat(201)}`, 'q=a&q=b', 'q=%00'])
    expect((await search(query)).json(), query).toMatchObject({ code: 'invalid', fields: { q: expect.any(String) } });
  for (const limit of ['0', '51', '-1', '1.5', 'много', ''])
    expect((await search(`q=a&limit=${limit}`)).statusCode, limit).toBe(400);
  expect((await search(`q=${'%D1%84'.repeat(200)}`)).statusCode).toBe(200);
});

test.each([
  ...['"', "'", "' or 1=1 --", '"барабаны" OR NEAR(a b)', 'a* AND (b', ':*', '& | !', '\\', 'col:x', '%', '_'],
  ...['§барабан', '😀', '\ud800', '«»', '-барабаны', '^барабаны', 'барабаны*', '{a b}:c'],
  ...['а '.repeat(100), 'а'.repeat(200), 'ё́'.repeat(90), '<script>alert(1)</script>'],
])('%j is only words', async (q) => {
  const answer = await search(`q=${encodeURIComponent(q.toWellFormed())}`);
  expect(answer.statusCode, answer.body).toBe(200);
  for (const { excerpt } of answer.json<Found>().results) expect(excerpt.replace(/<\/?mark>/g, '')).not.toMatch(/[<>]/);
});

test('only what is public now is found: no draft, nothing scheduled, expired, deleted or withdrawn, and no word of theirs helps', async () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  await write('Мандолина черновик', { status: 'draft' });
  await write('Мандолина завтра', { status: 'scheduled', publishAt: soon });
  await ask('POST', '/admin/pages', { title: 'Мандолина', slug: 'hidden', content: '', status: 'draft' });
  const { slug } = await write('Мандолина удалена');
  expect(await urls('мандолина')).toEqual([`/news/${slug}`]);
  await site.editor('DELETE', `/api/admin/news/${slug}`);
  expect(await find('мандолина')).toMatchObject({ total: 0, results: [] });
  expect(await find('мандалина')).toMatchObject({ understood: null, total: 0 });
  expect(await find('vfyljkbyf')).toMatchObject({ understood: null, total: 0 });
});

test('a contestant is found while a show of theirs is public, and after each save by the new words', async () => {
  const { id, ids } = await addShow(ask, ['Феврония Лютнева']);
  expect(await urls('лютневой')).toEqual(['/programme/fevroniya-lyutneva']);
  expect(await urls('финалы')).toEqual([`/programme#show-${id}`]);
  await ask('PUT', `/admin/contestants/${ids[0]}`, { name: 'Феврония Арфова', song: 'Ноктюрн', region: 'Псков' });
  expect([await urls('лютневой'), await urls('ноктюрны')]).toEqual([[], ['/programme/fevroniya-lyutneva']]);
  await ask('PUT', `/admin/shows/${id}`, { ...FINAL, is_public: false });
  expect([await urls('арфова'), await urls('финалы')]).toEqual([[], []]);
  await site.editor('DELETE', `/api/admin/shows/${id}`);
});

test('another keyboard layout, a mistyped letter and other spaces are named, a query that finds something is not changed', async () => {
  await write('Валторна соло', { slug: 'horn', content: '<p>Тихий вечер.</p>' });
  expect(await find('dfknjhyf')).toMatchObject({ understood: 'валторна', results: [{ url: '/news/horn' }] });
  expect(await find('валторна cjkj')).toMatchObject({ understood: 'валторна соло' });
  expect(await find('волторна соло')).toMatchObject({ understood: 'валторна соло', results: [{ url: '/news/horn' }] });
  for (const [q, understood] of Object.entries({ 'вал торна': 'валторна', валторнасоло: 'валторна соло' }))
    expect(await find(q)).toMatchObject({ understood, results: [{ url: '/news/horn' }] });
  await write('Zoë Martin', { slug: 'zoe' });
  expect(await find('Мартин')).toMatchObject({ understood: 'martin', results: [{ url: '/news/zoe' }] });
  expect(await find('тихий')).toMatchObject({ understood: null, results: [{ url: '/news/horn' }] });
  expect(await find('тихии')).toMatchObject({ results: [{ url: '/news/horn' }] });
});

test('without spoilers nothing is found that changed since the contest began, nor what was written of a contestant since', async () => {
  const { id, ids } = await addShow(ask, ['Гусляр Тихонов'], {
    starts_at: new Date(Date.now() - 3_600_000).toISOString(),
  });
  const contestant = { name: 'Гусляр Тихонов', song: 'Лад', region: 'Псков' };
  await ask('PUT', `/admin/contestants/${ids[0]}`, { ...contestant, text: 'Он стал триумфатором.' });
  await write('Триумфатор Гусляр Тихонов', { slug: 'triumph' });
  expect((await urls('триумфатор')).toSorted()).toEqual(['/news/triumph', '/programme/guslyar-tikhonov']);
  expect(await find('триумфатор', '&spoilers=hide')).toMatchObject({ total: 0 });
  const [named, ...others] = (await find('гусляр', '&spoilers=hide')).results;
  expect([named, others]).toMatchObject([{ url: '/programme/guslyar-tikhonov' }, []]);
  expect(named?.excerpt).not.toContain('триумф');
  await site.editor('DELETE', `/api/admin/shows/${id}`);
});

test('what has all words in its title comes first, what has some of them there is not left out, and a limit only cuts', async () => {
  await write('Про погоду', { content: '<p>Ксилофон и челеста.</p>' });
  await write('Ксилофон', { slug: 'xylophone' });
  await write('Челеста и ксилофон', { slug: 'both' });
  expect((await urls('ксилофон'))[0]).toBe('/news/xylophone');
  const all = await urls('ксилофон челеста');
  expect(all[0]).toBe('/news/both');
  expect(all.toSorted()).toEqual(['/news/both', '/news/pro-pogodu', '/news/xylophone']);
  expect(await urls('ксилофон челеста', '&limit=1')).toEqual(all.slice(0, 1));
  expect((await find('ксилофон', '&limit=1')).total).toBe(3);
  await write('Мы и они', { slug: 'we' });
  expect(await urls('мы')).toEqual(['/news/we']);
  expect(await urls('ксилофон контрабас')).toContain('/news/xylophone');
  for (const month of ['мая', 'июня', 'июля', 'августа']) await write(`Ксилофон ${month}`);
  await write('Про зиму', { slug: 'rare', content: '<p>Фагот.</p>' });
  expect((await urls('ксилофон фагот'))[0]).toBe('/news/rare');
});
