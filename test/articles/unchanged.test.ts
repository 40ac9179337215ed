import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Announcement } from '../../db/announcements.ts';
import { collectAnnouncements } from '../rig/app.ts';
import { FORM, form } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';

const t = await needSite();
let told: Announcement[];
beforeAll(async () => {
  told = collectAnnouncements(t);
});
beforeEach(() => {
  told.length = 0;
});

const journal = async () => (await t.editor('GET', '/api/admin/journal')).json();
const revisions = async (url: string) => (await t.editor('GET', `${url}/revisions`)).json();

async function create(url: string, body: object) {
  const made = await t.editor('POST', url, body);
  expect(made.statusCode).toBe(201);
  return made.json();
}

/** Sends each body. Expects `stored` as the answer and no announcement. */
async function expectNothing(url: string, stored: object, bodies: object[]): Promise<void> {
  const before = await journal();
  told.length = 0;
  for (const body of bodies) {
    const answer = await t.editor('PUT', url, body);
    expect([body, answer.statusCode, answer.json()]).toEqual([body, 200, stored]);
  }
  expect([told, await journal()]).toEqual([[], before]);
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
  const stale = await t.editor('PUT', url, {}, { 'if-match': '"7"' });
  expect(stale.statusCode).toBe(412);
  expect((await t.editor('PUT', url, { title: 'Полуфинал' })).json().version).toBe(article.version + 1);
});

test('a save by hand of what saved itself is a version, so that no autosave takes its place', async () => {
  const { slug } = await create('/api/admin/news', { title: 'Черновик', status: 'draft', autosave: true });
  const url = `/api/admin/news/${slug}`;
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
  const bytes = await noise(20, 20).png().toBuffer();
  const payload = form({ filename: 'зал.png', type: 'image/png', bytes });
  const { url } = (await t.editor('POST', '/api/upload', payload, { 'content-type': FORM })).json();
  const [image] = (await t.editor('GET', '/api/admin/images')).json();
  const { title, alt, focus } = image;
  await expectNothing(`/api/admin/images/${url.slice('/uploads/'.length)}`, image, [{ title, alt, focus }]);
  const { slug } = await create('/api/admin/news', { title: 'Закреплена' });
  await t.editor('PUT', `/api/admin/news/${slug}/pin`);
  await expectNothing(`/api/admin/news/${slug}/pin`, { replaced: null }, [{}]);
});
