import { expect, test } from 'vitest';
import { collectMessages, expectRefusal } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';

const ADMIN = '/api/admin/pages';

const t = await needSite();

const add = async (fields: object) => (await t.editor('POST', ADMIN, fields)).json();
const visit = async (path: string) => {
  const { statusCode, headers } = await t.visitor('GET', path);
  return headers.location === undefined ? statusCode : [statusCode, headers.location];
};
const listed = async () => (await t.visitor('GET', '/api/pages')).json().map(({ slug }: { slug: string }) => slug);

test('a page is saved, shown at the root, moved with a redirect, deleted and restored like an article', async () => {
  const made = await t.editor('POST', ADMIN, { title: 'Контакты', content: '<p>Звоните</p>', place: 'both' });
  expect([made.statusCode, made.headers.etag, made.headers.location]).toEqual([201, '"1"', `${ADMIN}/kontakty`]);
  expect(made.json()).toMatchObject({ slug: 'kontakty', status: 'published', place: 'both', excerpt: 'Звоните' });
  expect(Object.keys(made.json())).not.toContain('coverImageUrl');

  const page = await t.visitor('GET', '/kontakty');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<h1>Контакты</h1>');
  expect(page.body).toMatch(/<link rel="canonical" href="http:\/\/[\w:]+\/kontakty"\/>/);
  expect(page.body).toContain('"@type":"WebPage"');
  expect(page.body).toContain('<meta name="description" content="Звоните"/>');
  expect((await t.visitor('GET', '/sitemap.xml')).body).toContain('/kontakty</loc>');
  const shown = await t.visitor('GET', '/api/pages/kontakty');
  expect([shown.headers.etag, shown.json().content]).toEqual(['"1"', '<p>Звоните</p>']);
  expect(await listed()).toContain('kontakty');

  expect((await t.editor('PUT', `${ADMIN}/kontakty`, { title: 'Иначе' }, { 'if-match': '"7"' })).statusCode).toBe(412);
  const moved = await t.editor('PUT', `${ADMIN}/kontakty`, { slug: 'contacts' }, { 'if-match': '"1"' });
  expect([moved.statusCode, moved.headers.etag, await visit('/kontakty')]).toEqual([200, '"2"', [301, '/contacts']]);
  expect([await visit('/api/pages/kontakty'), await visit('/contacts')]).toEqual([[301, '/api/pages/contacts'], 200]);
  const { json: history } = await t.editor('GET', `${ADMIN}/contacts/revisions`);
  expect(history().map(({ changes }: { changes: string[] }) => changes)).toEqual([['slug'], []]);

  const { headers } = await t.editor('DELETE', `${ADMIN}/contacts`);
  expect([await visit('/contacts'), await visit('/kontakty')]).toEqual([404, 404]);
  const bin = (await t.editor('GET', '/api/admin/pages-bin')).json();
  expect(bin.map(({ id }: { id: number }) => String(id))).toContain(headers['x-bin-id']);
  const restored = await t.editor('POST', `/api/admin/pages-bin/${headers['x-bin-id']}/restore`);
  expect(restored.json()).toMatchObject({ slug: 'contacts', place: 'both' });
  expect([await visit('/contacts'), await visit('/kontakty')]).toEqual([200, [301, '/contacts']]);
});

test('a page has slugs, numbers and 409 of its own: the same as an article', async () => {
  for (const path of ['/api/admin/news', ADMIN])
    for (const slug of ['pressa', 'pressa-2'])
      expect((await t.editor('POST', path, { title: 'Пресса' })).json().slug).toBe(slug);
  const taken = await t.editor('POST', ADMIN, { title: 'Ещё', slug: 'pressa' });
  expectRefusal(taken, 409, 'Адрес «pressa» уже у другой страницы, выберите другой.');
  await t.editor('PUT', '/api/admin/news/pressa-2', { slug: 'zhurnalistam' });
  expect([await visit('/news/pressa-2'), await visit('/pressa-2')]).toEqual([[301, '/news/zhurnalistam'], 200]);
  expect(await visit('/zhurnalistam')).toBe(404);
  const former = (await t.editor('GET', '/api/admin/former-addresses')).json();
  expect(former).toContainEqual({ kind: 'article', slug: 'pressa-2', now: 'zhurnalistam', title: 'Пресса' });
  await t.editor('PUT', `${ADMIN}/pressa-2`, { slug: 'zhurnalistam' });
  expect(await visit('/pressa-2')).toEqual([301, '/zhurnalistam']);
  expect((await t.editor('DELETE', '/api/admin/former-addresses/pressa-2?kind=page')).statusCode).toBe(204);
  expect([await visit('/pressa-2'), await visit('/news/pressa-2')]).toEqual([404, [301, '/news/zhurnalistam']]);
});

test('a page is refused, with nothing stored, for a place, a state or an address that it cannot have', async () => {
  const before = (await t.editor('GET', ADMIN)).json();
  for (const [field, value] of Object.entries({ place: 'header', status: 'hidden', slug: '!', title: ' ' })) {
    const { statusCode, json } = await t.editor('POST', ADMIN, { title: 'Страница', [field]: value });
    expect([statusCode, Object.keys(json().fields)]).toEqual([400, [field]]);
  }
  expect((await t.editor('GET', ADMIN)).json()).toEqual(before);
  const unknown = await t.editor('PUT', `${ADMIN}/net-takoy`, { title: 'Нет' });
  expect(unknown.json().message).toBe('Такой страницы нет. Возможно, её удалили.');
});

test('the place of a public page waits in its draft, and goes out with it', async () => {
  const { slug } = await add({ title: 'Ждёт места', place: 'none' });
  const place = async (path = '') => (await t.editor('GET', `${ADMIN}/${slug}${path}`)).json().place;
  const answer = await t.editor('PUT', `${ADMIN}/${slug}/draft`, { place: 'menu' });
  expect([answer.json().place, await place('/draft'), await place()]).toEqual(['menu', 'menu', 'none']);
  await t.editor('PUT', `${ADMIN}/${slug}`, { withDraft: true });
  expect(await place()).toBe('menu');
});

test('a page comes before a redirect of its address, which takes over when the page is a draft', async () => {
  await t.editor('POST', '/api/admin/redirects', { source: '/partneram', target: '/about' });
  expect(await visit('/partneram')).toEqual([301, '/about']);
  await add({ title: 'Партнёрам', slug: 'partneram' });
  expect([await visit('/partneram'), await visit('/%70artneram')]).toEqual([200, [308, '/partneram']]);
  await t.editor('PUT', `${ADMIN}/partneram`, { status: 'draft' });
  expect(await visit('/partneram')).toEqual([301, '/about']);
});

test('a page stands in footer and «Ещё» by its place, in the order that editors give; «Ещё» is absent while empty', async () => {
  for (const { slug } of (await t.editor('GET', ADMIN)).json()) await t.editor('DELETE', `${ADMIN}/${slug}`);
  const html = async () => (await t.visitor('GET', '/')).body;
  expect(await html()).not.toContain('id="further"');
  const ids: number[] = [];
  for (const place of ['footer', 'menu', 'both', 'none']) ids.push((await add({ title: place, place })).id);
  const links = async () => {
    const inMenu = /<ul id="further".*?<\/ul>/s.exec(await html());
    const inFooter = /<nav aria-label="Информация".*?<\/nav>/s.exec(await html());
    return [inMenu, inFooter].map((all) => [...String(all).matchAll(/href="\/(\w+)"/g)].map(([, slug]) => slug).join());
  };
  expect(await links()).toEqual(['menu,both', 'footer,both']);
  const order = await t.editor('PUT', `${ADMIN}/order`, { ids: ids.toReversed() });
  expect(order.json().map(({ title }: { title: string }) => title)).toEqual(['none', 'both', 'menu', 'footer']);
  expect(await links()).toEqual(['both,menu', 'both,footer']);
  expect((await t.editor('PUT', `${ADMIN}/order`, { ids: ids.slice(1) })).statusCode).toBe(409);
  const { json } = await t.visitor('GET', '/api/pages');
  expect(json()[1]).toEqual({ slug: 'both', title: 'both', place: 'both', order: 2 });
});

test('a page is announced as what stands on every page; what is taken away is a withdrawal', async () => {
  const announced = collectMessages(t);
  const { slug } = await add({ title: 'Площадка' });
  await t.editor('PUT', `${ADMIN}/${slug}`, { title: 'Площадка и доступность' });
  await t.editor('PUT', `${ADMIN}/${slug}`, { status: 'draft' });
  await t.editor('PUT', `${ADMIN}/${slug}`, { title: 'Черновик' });
  const added = { topic: 'site-content' };
  expect(announced).toEqual([added, added, { ...added, isWithdrawal: true }]);
});

test('a page opens by a preview link while it is a draft, as a page', async () => {
  const { slug } = await add({ title: 'Правила', content: '<p>Голос один</p>', status: 'draft' });
  expect(await visit(`/${slug}`)).toBe(404);
  const { url } = (await t.editor('POST', `${ADMIN}/${slug}/preview`)).json();
  const { body } = await t.visitor('GET', url);
  expect(body).toContain('так страницу увидят читатели <b>черновик</b>');
  expect(body).not.toContain('Все новости');
  const typed = { kind: 'page', title: 'Правила', content: '<p>Набрано</p>' };
  const { html } = (await t.editor('POST', '/api/admin/preview/article', typed)).json();
  expect(html).toContain('Набрано');
  expect(html).not.toContain('Карточка в списке новостей');
});
