import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectMessages } from '../rig/app.ts';
import { uploadPicture } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';

const t = await needSite();
const told = collectMessages(t);
beforeEach(() => void told.splice(0));

const LATER = '2100-01-01T00:00:00.000Z';
const PLANNED = { status: 'scheduled', publishAt: LATER };

const create = async (url: string, body: object) => (await t.editor('POST', url, body)).json();
const make = async (body: object): Promise<string> =>
  `/api/admin/news/${(await create('/api/admin/news', { title: 'Черновик', ...body })).slug}`;
const change = async (article: string, body: object) =>
  expect((await t.editor('PUT', article, body)).statusCode).toBe(200);

async function bin(article: string): Promise<string> {
  const { statusCode, headers } = await t.editor('DELETE', article);
  expect(statusCode).toBe(204);
  return String(headers['x-bin-id']);
}

const restore = async (id: string) =>
  expect((await t.editor('POST', `/api/admin/bin/${id}/restore`)).statusCode).toBe(200);

test('whoever writes a draft, bins it and takes it out again tells no visitor of it', async () => {
  const draft = await make({ status: 'draft' });
  for (const title of ['Черновик, раз', 'Черновик, два']) await change(draft, { title });
  expect((await t.editor('POST', `${draft}/revisions/1/restore`)).statusCode).toBe(200);
  await restore(await bin(draft));
  await change(draft, { content: '<p>Ещё слово</p>' });
  expect(told).toEqual([]);
});

test.each([
  ['a draft is published', { status: 'draft' }, { status: 'published' }],
  ['a draft gets its hour', { status: 'draft' }, PLANNED],
  ['what waited for its hour is a draft again', PLANNED, { status: 'draft' }],
  ['what was public is a draft again', {}, { status: 'draft' }],
  ['a word of what is public changes', {}, { title: 'Другое слово' }],
])('everybody hears when %s', async (_, before, after) => {
  const article = await make(before);
  told.length = 0;
  await change(article, after);
  expect(told).toMatchObject([{ topic: 'news' }]);
});

test.each([{}, PLANNED])('everybody hears when %o goes to the trash', async (before) => {
  const article = await make(before);
  told.length = 0;
  const id = await bin(article);
  expect(told).toMatchObject([{ topic: 'news', isWithdrawal: true }]);
  told.length = 0;
  await restore(id);
  expect(told).toMatchObject([{ topic: 'news' }]);
});

afterEach(() => vi.useRealTimers());

/** An article that is public by the clock of other servers, and scheduled by this one's. */
async function shownElsewhere(body: object = {}): Promise<string> {
  const article = await make({ title: 'Победила «Заря»', ...body });
  told.length = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
  return article;
}
const PUT = (body: object) => (article: string) => change(article, body);

test.each([
  ['back to draft', PUT({ status: 'draft' })],
  ['a later moment', PUT(PLANNED)],
  ['an expiry', PUT({ expiresAt: LATER })],
  ['another address', PUT({ slug: 'perenesena' })],
  ['another address, and public by this clock too', PUT({ status: 'published', slug: 'perenesena-2' })],
  ['the trash', bin],
])('a server whose clock is behind reports %s of what is shown as a withdrawal', async (_what, withdraw) => {
  await withdraw(await shownElsewhere());
  expect(told).toMatchObject([{ topic: 'news', isWithdrawal: true }]);
});

test('a server whose clock is behind reports an article that leaves its group, and a group that is deleted, as a withdrawal', async () => {
  const { id } = (await t.editor('POST', '/api/admin/groups', { name: 'Победитель' })).json();
  const article = await shownElsewhere({ group: id });
  await change(article, { group: null });
  expect(told).toMatchObject([{ topic: 'news', isWithdrawal: true }]);
  await change(article, { group: id });
  told.length = 0;
  expect((await t.editor('DELETE', `/api/admin/groups/${id}`)).statusCode).toBe(204);
  expect(told).toMatchObject([{ topic: 'news', isWithdrawal: true }]);
});

test('a server whose clock is behind reports a correction, an old text put back and an earlier moment as no withdrawal', async () => {
  const article = await shownElsewhere();
  await change(article, { title: 'Победила «Заря»: подробности' });
  expect((await t.editor('POST', `${article}/revisions/1/restore`)).statusCode).toBe(200);
  await change(article, { publishAt: '2020-01-01T00:00:00Z' });
  expect(told.map((one) => [one.topic, 'isWithdrawal' in one])).toEqual(Array(3).fill(['news', false]));
});

const auditLog = async () => (await t.editor('GET', '/api/admin/journal')).json();
const revisions = async (url: string) => (await t.editor('GET', `${url}/revisions`)).json();

async function expectNothing(url: string, stored: object, bodies: object[]): Promise<void> {
  const before = await auditLog();
  told.length = 0;
  for (const body of bodies) {
    const answer = await t.editor('PUT', url, body);
    expect([body, answer.statusCode, answer.json()]).toEqual([body, 200, stored]);
  }
  expect([told, await auditLog()]).toEqual([[], before]);
}

test('a save that changes nothing of an article is answered like one, and is no version', async () => {
  const content = '<h2>Раздел</h2><p>Текст.</p>';
  const article = await create('/api/admin/news', { title: 'Финал', date: '2025-07-20', content, lead: 'Анонс' });
  const url = `/api/admin/news/${article.slug}`;
  const history = await revisions(url);
  const { slug, title, date, publishAt } = article;
  await expectNothing(url, article, [
    {},
    { slug, title: ` ${title} `, date, content: `${content}<script>1</script>`, status: 'published', publishAt },
    { plannedAt: '2030-01-01T00:00:00Z' },
    article,
  ]);
  expect(await revisions(url)).toEqual(history);
  expect((await t.editor('PUT', url, {}, { 'if-match': '"7"' })).statusCode).toBe(412);
  expect((await t.editor('PUT', url, { title: 'Полуфинал' })).json().version).toBe(article.version + 1);
});

test('a save by hand of what saved itself is a version, so that no autosave takes its place', async () => {
  const url = await make({ status: 'draft', autosave: true });
  expect((await t.editor('PUT', url, { autosave: true })).json().version).toBe(1);
  expect((await t.editor('PUT', url, {})).json().version).toBe(2);
  expect((await t.editor('PUT', url, {})).json().version).toBe(2);
  await t.editor('PUT', url, { title: 'Черновик 2', autosave: true });
  expect((await revisions(url)).map(({ autosaved }: { autosaved: boolean }) => autosaved)).toEqual([true, false, true]);
});

test('so it is with settings, texts, partners, groups, images and the pin', async () => {
  for (const [url, change] of [
    ['/api/watch-settings', { title: 'Эфир', description: 'О концерте', sources: [{ id: 'main', title: 'Основной' }] }],
    ['/api/vote-settings', { title: 'Голос', opens_at: '2030-07-20T18:00:00Z' }],
    ['/api/site-content', { news_title: 'Хроника', 'my.key': 'моё' }],
  ] as const) {
    const saved = await t.editor('PUT', url, change);
    await expectNothing(url, saved.json(), [change]);
    expect((await t.editor('GET', url)).headers.etag).toBe(saved.headers.etag);
  }
  const partner = await create('/api/admin/partners', { name: 'Аврора', link: 'https://avrora.example/' });
  await expectNothing(`/api/admin/partners/${partner.id}`, partner, [partner]);
  await expectNothing('/api/admin/partners/order', [partner], [{ ids: [partner.id] }]);
  const group = await create('/api/admin/groups', { name: 'Победитель' });
  await expectNothing(`/api/admin/groups/${group.id}`, group, [{ name: 'Победитель' }]);
  const { name } = await uploadPicture(t.editor, await noise(20, 20).png().toBuffer(), 'зал.png');
  const [image] = (await t.editor('GET', '/api/admin/images')).json();
  const { title, alt, focus } = image;
  await expectNothing(`/api/admin/images/${name}`, image, [{ title, alt, focus }]);
  const { slug } = await create('/api/admin/news', { title: 'Закреплена' });
  await t.editor('PUT', `/api/admin/news/${slug}/pin`);
  await expectNothing(`/api/admin/news/${slug}/pin`, { replaced: null }, [{}]);
});

const GIVEN = ' Песни\u0007 «Рампы\u202e»\u200b\n за\u00a0200\u202f000  👩‍🎤 ';
const KEPT = 'Песни «Рампы» за\u00a0200\u202f000 👩‍🎤';

test('a text of one line is stored without line breaks, control characters and changes of direction', async () => {
  const fields = { title: GIVEN, lead: GIVEN, socialTitle: GIVEN, coverAlt: GIVEN };
  const article = await create('/api/admin/news', fields);
  expect([article.title, article.lead, article.socialTitle, article.coverAlt]).toEqual(Array(4).fill(KEPT));
});
