import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SITE_PAGES } from '../../model/pages/routes.ts';
import { liveRoutes } from '../hostile/routes.ts';
import { exportSite, freePlace } from '../moving/world.ts';
import { collectMessages, signInAs } from '../rig/app.ts';
import { uploadPicture } from '../rig/image-app.ts';
import { needTeam } from '../rig/world/editors.ts';
import { noise } from '../rig/world/pictures.ts';

const { t, vera } = await needTeam();

const NEWS = '/api/admin/news';
const make = async (slug: string, fields: object = {}) =>
  (await t.editor('POST', NEWS, { title: 'На сайте', slug, content: '<p>Было.</p>', ...fields })).json();
const draft = (slug: string, fields: object, headers = {}) => t.editor('PUT', `${NEWS}/${slug}/draft`, fields, headers);
const drafted = async (slug: string) => (await t.editor('GET', `${NEWS}/${slug}/draft`)).json();
const stored = async (slug: string) => (await t.editor('GET', `${NEWS}/${slug}`)).json();
const publish = (slug: string, fields: object = {}, headers = {}) =>
  t.editor('PUT', `${NEWS}/${slug}`, { withDraft: true, ...fields }, headers);
const match = (version: number) => ({ 'if-match': `"${version}"` });

test('a draft over a public article is seen by colleagues, joins later changes, leaves the article and its version alone, and is none when it says the same', async () => {
  const before = await make('over');
  expect((await draft('over', { title: 'Правка', tags: ['Финал'] })).statusCode).toBe(200);
  const saved = (await vera('PUT', `${NEWS}/over/draft`, { content: '<p>Стало.<script></script></p>' })).json();
  expect(saved).toMatchObject({ title: 'Правка', content: '<p>Стало.</p>', excerpt: 'Стало.', updatedBy: 'vera' });
  expect(await drafted('over')).toMatchObject({ title: 'Правка', version: 3, base: 1, stale: [], hasDraft: true });
  expect(await stored('over')).toEqual({ ...before, hasDraft: true });
  expect((await t.visitor('GET', '/api/news/over')).json()).toMatchObject({ title: 'На сайте', version: 1 });
  const watched = (await t.editor('PUT', `${NEWS}/over/presence`, { tab: 'one' })).json();
  expect(watched).toMatchObject({ version: 3, savedBy: 'vera' });
  await draft('over', { title: 'На сайте', content: '<p>Было.</p>', tags: [] });
  expect(await stored('over')).toEqual(before);
});

test('a draft is published in one save with what comes along, as one version and one event', async () => {
  await make('out');
  const { version } = (await draft('out', { title: 'Правка', content: '<p>Стало.</p>' })).json();
  const announced = collectMessages(t);
  const done = await publish('out', { title: 'Последняя' }, match(version));
  expect(done.json()).toMatchObject({ title: 'Последняя', content: '<p>Стало.</p>', hasDraft: false, version: 4 });
  expect(announced.map(({ topic }) => topic)).toEqual(['news']);
  expect((await t.visitor('GET', '/api/news/out')).json()).toMatchObject({ title: 'Последняя' });
  expect((await t.editor('GET', `${NEWS}/out/revisions`)).json()).toHaveLength(2);
  expect(await drafted('out')).toEqual({ ...(await stored('out')), base: 4, newSlug: null, stale: [] });
});

test('a save from outside publishes at once, as ever, and the draft stays over it, with a newer version', async () => {
  await make('beside');
  await draft('beside', { title: 'Правка' });
  const put = await t.editor('PUT', `${NEWS}/beside`, { content: '<p>Снаружи.</p>' }, match(1));
  expect(put.json()).toMatchObject({ title: 'На сайте', content: '<p>Снаружи.</p>', hasDraft: true, version: 3 });
  expect(await drafted('beside')).toMatchObject({ title: 'Правка', content: '<p>Снаружи.</p>', version: 3, stale: [] });
  await t.editor('PUT', `${NEWS}/beside`, { title: 'Снаружи' });
  expect(await drafted('beside')).toMatchObject({ title: 'Правка', base: 1, stale: ['title'] });
});

test('a draft made of an older state is refused by 412, whatever has changed since', async () => {
  await make('stale');
  const { version } = (await draft('stale', { title: 'Раз' })).json();
  await draft('stale', { title: 'Два' });
  for (const answer of [
    await draft('stale', { title: 'Три' }, match(version)),
    await publish('stale', {}, match(version)),
    await t.editor('DELETE', `${NEWS}/stale/draft`, undefined, match(version)),
  ])
    expect(answer.statusCode).toBe(412);
  const { version: newest } = await drafted('stale');
  await t.editor('PUT', `${NEWS}/stale`, { content: '<p>Снаружи.</p>' });
  expect((await publish('stale', {}, match(newest))).statusCode).toBe(412);
  expect(await drafted('stale')).toMatchObject({ title: 'Два', content: '<p>Снаружи.</p>' });
});

test('a discarded draft is gone and told in the audit log; its versions are used again neither by its article, in the trash and back, nor by the one that gets its slug', async () => {
  const discard = (version: number) => t.editor('DELETE', `${NEWS}/gone/draft`, undefined, match(version));
  const remove = async () => (await t.editor('DELETE', `${NEWS}/gone`)).headers['x-bin-id'];
  await make('gone');
  await draft('gone', { title: 'Раз' });
  const { version } = (await draft('gone', { title: 'Два' })).json();
  expect((await discard(version)).statusCode).toBe(204);
  expect(await drafted('gone')).toMatchObject({ title: 'На сайте', version: 1, hasDraft: false });
  const { version: third } = (await draft('gone', { title: 'Три' })).json();
  expect(third).toBeGreaterThan(version);
  const entries = (await t.editor('GET', '/api/admin/journal?limit=100')).json() as Record<string, string>[];
  const acts = entries.filter(({ subject }) => subject === 'gone').map(({ action }) => action);
  expect(acts).toEqual(['article.draft', 'article.discard', 'article.draft', 'article.publish', 'article.create']);
  await discard(third);
  await t.editor('POST', `/api/admin/bin/${await remove()}/restore`);
  expect((await stored('gone')).version).toBeGreaterThan(third);
  const { version: newest } = (await draft('gone', { title: 'Четыре' })).json();
  await remove();
  expect((await make('gone')).version).toBeGreaterThan(newest);
});

test('a draft is refused as the save would be, and changes nothing', async () => {
  await make('refused');
  await make('taken');
  await make('hidden', { status: 'draft' });
  expect((await draft('hidden', { title: 'Правка' })).json().code).toBe('conflict');
  expect((await draft('refused', { slug: 'taken' })).statusCode).toBe(409);
  expect((await draft('refused', { title: '' })).statusCode).toBe(400);
  expect((await draft('refused', { expiresAt: '2020-01-01T00:00:00Z' })).statusCode).toBe(400);
  expect((await draft('nowhere', { title: 'Правка' })).statusCode).toBe(404);
  const author = await signInAs(t, 'author', 'Автор');
  expect((await author('GET', `${NEWS}/refused/draft`)).statusCode).toBe(404);
  expect((await author('PUT', `${NEWS}/refused/draft`, { title: 'Правка' })).statusCode).toBe(404);
  expect(await stored('refused')).toMatchObject({ hasDraft: false });
});

test('a withdrawn article keeps its draft, and takes it along with the next publication', async () => {
  await make('withdrawn');
  await draft('withdrawn', { title: 'Правка' });
  await t.editor('PUT', `${NEWS}/withdrawn`, { status: 'draft' });
  expect(await drafted('withdrawn')).toMatchObject({ title: 'Правка', status: 'draft', hasDraft: true });
  const published = await publish('withdrawn', { status: 'published' });
  expect(published.json()).toMatchObject({ title: 'Правка', hasDraft: false });
});

test('a draft with another slug is found by the present one, and moves with its publication', async () => {
  await make('stays');
  expect((await draft('stays', { slug: 'moves' })).json()).toMatchObject({ slug: 'stays', newSlug: 'moves' });
  expect((await t.visitor('GET', '/news/moves')).statusCode).toBe(404);
  expect((await publish('stays')).json().slug).toBe('moves');
  expect((await t.visitor('GET', '/news/stays')).headers.location).toBe('/news/moves');
});

test('a picture that stands only in a draft is in use, and is replaced there', async () => {
  const [one, other] = [await picture(1), await picture(2)];
  await make('pictured');
  await draft('pictured', { content: `<p>Фото</p><img src="${one.url}" alt="Сцена">` });
  const listed = (await t.editor('GET', '/api/admin/images')).json();
  expect(listed.find(({ name }: { name: string }) => name === one.name)).toMatchObject({ onSite: true });
  expect((await t.editor('POST', `/api/admin/images/${one.name}/replace`, { by: other.name })).statusCode).toBe(200);
  expect((await drafted('pictured')).content).toContain(other.url);
});

const picture = async (seed: number) => uploadPicture(t.editor, await noise(40, 30, seed).png().toBuffer());
const CANARY = 'канареечник';

test('nothing that a visitor can read tells of a draft: no page, feed, answer, search or export', async () => {
  await make('walked', { tags: ['Прогулка'], coverImageUrl: (await picture(3)).url });
  await t.editor('POST', '/api/admin/pages', { title: 'Страница', slug: 'walked-page', status: 'published' });
  const texts = { title: CANARY, subtitle: CANARY, lead: CANARY, socialTitle: CANARY, coverAlt: CANARY };
  const fields = { ...texts, tags: [CANARY], slug: 'kanareechnik', content: `<h2>${CANARY}</h2>` };
  const announced = collectMessages(t);
  expect((await draft('walked', fields)).statusCode).toBe(200);
  await t.editor('PUT', '/api/admin/pages/walked-page/draft', { title: CANARY, content: `<p>${CANARY}</p>` });
  expect((await t.editor('GET', '/api/admin/pages/walked-page/draft')).json()).toMatchObject({ title: CANARY });
  expect(announced).toEqual([]);

  const routes = liveRoutes(t.app).flatMap(({ method, pattern }) => (method === 'GET' ? pattern : []));
  const addresses = [...routes, ...SITE_PAGES.map(({ path }) => path)].filter((pattern) => !pattern.includes('*'));
  const filled = addresses.flatMap((pattern) =>
    ['walked', 'walked-page', 'kanareechnik', '1'].map((value) => pattern.replace(/:\w+(\(.*?\))?/g, value)),
  );
  const own = [`/search?q=${CANARY}`, `/api/search?q=${CANARY}`, '/news/tag/progulka', `/news/tag/${CANARY}`];
  let answered = 0;
  for (const address of new Set([...filled.filter((each) => each !== '/api/live'), ...own])) {
    const answer = await t.visitor('GET', encodeURI(address));
    if (answer.statusCode === 200) answered += 1;
    const told = answer.body.replaceAll(encodeURIComponent(CANARY), '');
    const echoed = address.includes(CANARY) ? told.replaceAll(CANARY, '') : told;
    const isTold = answer.statusCode === 200 && /канареечник|kanareechnik/i.test(echoed);
    expect([address, isTold]).toEqual([address, false]);
  }
  expect(answered).toBeGreaterThan(25);
  expect((await t.visitor('GET', encodeURI(`/api/search?q=${CANARY}`))).json().results).toEqual([]);

  const folder = await freePlace();
  await exportSite(t, folder);
  for (const name of await readdir(folder, { recursive: true }))
    if (/\.(jsonl?|xml|html)$/.test(name))
      expect(await readFile(path.join(folder, name), 'utf8')).not.toMatch(/канареечник|kanareechnik/i);
});
