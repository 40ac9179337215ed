import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { needHeard } from '../live/heard.ts';
import { collectMessages, expectRefusal, readAuditLog } from '../rig/app.ts';
import { rowsIn } from '../rig/cases.ts';

const ADMIN = '/api/admin/partners';
const HALL = { name: 'Зал «Эллинг»', group: 'Генеральный партнёр', link: 'https://hall.example.org/' };
const TEA = {
  ...{ name: 'Чай «Полдень»', group: 'Партнёры', link: null, logo: null },
  ...{ advertiser: 'ООО «Полдень»', erid: '2VtzqTest1' },
};

const t = await needHeard();
beforeEach(async () => {
  for (const { id } of await list()) await t.editor('DELETE', `${ADMIN}/${id}`);
});

const list = async () => (await t.visitor('GET', '/api/partners')).json();
const add = async (partner: object) => (await t.editor('POST', ADMIN, partner)).json();
const page = async (path: string) => (await t.visitor('GET', path)).payload;
const putLogo = async () => {
  const picture = sharp({ create: { width: 300, height: 100, channels: 4, background: '#f52' } });
  return (await t.store.images.put(await picture.png().toBuffer())).url;
};

test('a partner is added, listed for everybody, changed, put elsewhere and deleted, and none that somebody else did this to is overwritten', async () => {
  const made = await t.editor('POST', ADMIN, { ...HALL, name: '  Зал «Эллинг» ' });
  expect([made.statusCode, made.headers.etag]).toEqual([201, '"1"']);
  const hall = { id: made.json().id, ...HALL, logo: null, advertiser: null, erid: null, version: 1 };
  expect(made.json()).toEqual(hall);
  const tea = await add(TEA);
  expect(await list()).toEqual([hall, tea]);

  const changed = await t.editor('PUT', `${ADMIN}/${hall.id}`, { name: 'Эллинг' }, { 'if-match': '"1"' });
  expect([changed.statusCode, changed.headers.etag]).toEqual([200, '"2"']);
  expect(changed.json()).toEqual({ ...hall, name: 'Эллинг', group: '', link: null, version: 2 });
  expect((await t.editor('PUT', `${ADMIN}/${hall.id}`, HALL, { 'if-match': '"1"' })).statusCode).toBe(412);

  const ordered = await t.editor('PUT', `${ADMIN}/order`, { ids: [tea.id, hall.id] });
  expect(ordered.json().map(({ id }: { id: number }) => id)).toEqual([tea.id, hall.id]);
  expect(await list()).toEqual(ordered.json());

  expect((await t.editor('DELETE', `${ADMIN}/${hall.id}`, undefined, { 'if-match': '"1"' })).statusCode).toBe(412);
  expect((await t.editor('DELETE', `${ADMIN}/${hall.id}`, undefined, { 'if-match': '"2"' })).statusCode).toBe(204);
  expect(await list()).toEqual([tea]);
  expectRefusal(await t.editor('PUT', `${ADMIN}/${hall.id}`, HALL), 404, 'Такого партнёра нет. Возможно, его удалили.');

  expect(await readAuditLog(t, 'limit=5')).toEqual([
    ...['admin partner.delete Эллинг', 'admin partner.order ', 'admin partner.update Эллинг'],
    ...[`admin partner.create ${TEA.name}`, `admin partner.create ${HALL.name}`],
  ]);
});

test.each(rowsIn<[string, string, string]>('partners/refused.txt'))(
  'a partner %s is refused in Russian, and nothing changes',
  async (_what, wrong, message) => {
    const partner = { ...HALL, ...JSON.parse(wrong) };
    const hall = await add(HALL);
    const attempts = [await t.editor('POST', ADMIN, partner), await t.editor('PUT', `${ADMIN}/${hall.id}`, partner)];
    for (const answer of attempts) expectRefusal(answer, 400, expect.stringMatching(message));
    expect(await list()).toEqual([hall]);
  },
);

test.each([
  ['one is missing', (ids: number[]) => ids.slice(1)],
  ['one stands twice', (ids: number[]) => [...ids.slice(1), ids[1] ?? 0]],
  ['one is unknown', (ids: number[]) => [...ids.slice(1), 999_999]],
])('a partner keeps its place where in a new order %s', async (_what, spoil) => {
  for (const name of ['Первый', 'Второй', 'Третий']) await add({ name });
  const before = await list();
  const ids = spoil(before.map(({ id }: { id: number }) => id));
  expectRefusal(await t.editor('PUT', `${ADMIN}/order`, { ids }), 409, expect.stringContaining('изменился'));
  expect(await list()).toEqual(before);
});

test('a partner is one of sixty at most', async () => {
  for (let number = 1; number <= 60; number += 1) await add({ name: `Партнёр ${number}` });
  expectRefusal(await t.editor('POST', ADMIN, HALL), 409, 'Партнёров не больше 60.');
});

test('on the site partners stand in the footer of each page and on /about by group, advertisements are marked', async () => {
  const logo = await putLogo();
  await add({ ...HALL, logo });
  await add(TEA);
  await add({ name: 'Верфь <b>', group: 'Генеральный партнёр' });
  await add({ name: 'Без группы', group: '\u200b ', advertiser: 'ИП Иванов И. И.' });
  for (const path of ['/', '/news', '/about']) {
    const html = await page(path);
    expect(html.match(/aria-label="Партнёры"/g)).toHaveLength(1);
    const [, block = ''] = /aria-label="Партнёры"(.*?)<\/section>/s.exec(html) ?? [];
    expect(block.match(/<h2>(.*?)<\/h2>/g)).toEqual(['<h2>Генеральный партнёр</h2>', '<h2>Партнёры</h2>']);
    expect(block).toMatch(/href="https:\/\/hall.example.org\/"[^>]*rel="noopener"/);
    expect(block).toMatch(new RegExp(`<img [^>]*src="${logo}"[^>]*width="300" height="100" alt="Зал «Эллинг»"`));
    expect(block.indexOf('Верфь &lt;b&gt;')).toBeLessThan(block.indexOf(TEA.name));
    expect(block).toContain('>Реклама. ООО «Полдень». erid:\u00a02VtzqTest1<');
    expect(block).toContain('>Реклама. ИП Иванов И. И.<');
    const [before = ''] = html.split('aria-label="Партнёры"');
    expect(before.includes('</main>')).toBe(path !== '/about');
  }
});

test('on the site a change is on each page at once, and open pages are told', async () => {
  const { id } = await add(HALL);
  expect(await page('/')).toContain(HALL.name);
  const stream = await t.open();
  await t.editor('DELETE', `${ADMIN}/${id}`);
  expect(await stream.next('site-content')).toMatchObject({ event: 'site-content', data: {} });
  for (const path of ['/', '/about', '/api/partners']) expect(await page(path)).not.toContain(HALL.name);
});

test('on the site one that is changed or deleted leaves the last good answers, one that is added does not', async () => {
  const announced = collectMessages(t);
  const [{ id }, other] = [await add(HALL), await add(HALL)];
  await t.editor('PUT', `${ADMIN}/${id}`, TEA);
  await t.editor('PUT', `${ADMIN}/order`, { ids: [other.id, id] });
  await t.editor('DELETE', `${ADMIN}/${id}`);
  const withdrawals = announced.map((each) => 'isWithdrawal' in each && each.isWithdrawal === true);
  expect(withdrawals).toEqual([false, false, true, false, true]);
});

test('on the site the logo of a partner cannot be deleted', async () => {
  const logo = await putLogo();
  const name = logo.replace('/uploads/', '');
  const { id } = await add({ ...HALL, logo });
  const refused = await t.editor('DELETE', `/api/admin/images/${name}`);
  const message = 'Картинка нужна: она стоит у партнёра.';
  expect([refused.statusCode, refused.json()]).toEqual([409, { code: 'image_in_use', message }]);
  const find = async (query: string) => (await t.editor('GET', `/api/admin/images?q=${name}${query}`)).json();
  expect(await find('')).toMatchObject([{ onSite: true, deletable: false }]);
  expect(await find('&unused=true')).toEqual([]);
  await t.editor('DELETE', `${ADMIN}/${id}`);
  expect(await find('')).toMatchObject([{ onSite: false }]);
});
