import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { embedsJob } from '../../ops/embeds/job.ts';
import { addJob, listJobs } from '../../ops/jobs.ts';
import { collectMessages } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';
import { figureOf } from './figure.ts';
import { createSites } from './sites.ts';

const HEX = '0123456789abcdef0123456789abcdef';
const VIDEO = `https://rutube.ru/video/${HEX}/`;
const TOLD = `rutube.ru/api/video/${HEX}/?format=json`;
const POSTER = 'https://pic.rutubelist.ru/video/1.jpg';
const DAY = 24 * 3600_000;
const NEVER = new AbortController().signal;

const t = await needSite();
const announced = collectMessages(t);
const sites = await createSites();
afterAll(sites.close);
beforeEach(async () => {
  for (const table of ['revisions', 'articles', 'embeds', 'jobs'] as const)
    await t.store.db.deleteFrom(table).execute();
  sites.answers = {};
  sites.asked.length = 0;
  announced.length = 0;
});

const job = () => embedsJob(t.store, pino({ enabled: false }), sites.network);
const work = () => job().run(NEVER);
const saveAndWork = (content: string, slug?: string) => save(content, slug).then(work);
const rows = () => t.store.db.selectFrom('embeds').selectAll().orderBy('id').execute();
const page = async () => (await t.visitor('GET', '/news/final')).payload;
const save = (content: string, slug = 'final') =>
  t.editor('POST', '/api/admin/news', { title: 'Финал', slug, content });
const tell = (told: object) => (sites.answers['rutube.ru/'] = (response) => response.end(JSON.stringify(told)));
const show = (bytes: Buffer) => (sites.answers['pic.rutubelist.ru/'] = (response) => response.end(bytes));

test('an embed of a saved body is asked for once, and pages show its title, its length and a poster of ours', async () => {
  tell({ title: 'Гала-концерт', duration: 3725.4, thumbnail_url: POSTER });
  show(await noise(640, 360).jpeg().toBuffer());
  await save(`<p>Текст</p>${figureOf(VIDEO)}`);
  expect((await t.visitor('GET', '/api/news/final')).json().excerpt).toBe('Текст');
  const drawn = await page();
  expect(drawn).toMatch(/<figure class="embed video">.*src="\/covers\/[^"]+\/rutube-0123456789abcdef[^"]*\.svg"/);
  expect(drawn).toContain(`<a href="${VIDEO}" rel="noopener noreferrer">Смотреть на\u00a0Rutube</a></span>`);
  expect(sites.asked).toEqual([]);

  announced.length = 0;
  await work();
  expect(sites.asked).toEqual([TOLD, 'pic.rutubelist.ru/video/1.jpg']);
  expect(announced).toEqual([{ topic: 'news' }]);
  const shown = await page();
  expect(shown).toMatch(/<img [^>]*src="\/uploads\/[0-9a-f]{32}\.jpg" alt="" width="640" height="360"/);
  expect(shown).toContain('<b>Гала-концерт</b>');
  expect(shown).toContain('<time datetime="PT3725S">1:02:05</time>');
  expect(shown).not.toContain('rutubelist');

  // A title that an editor gave stays.
  await saveAndWork(figureOf(VIDEO, 'Запись «финала» <1>'), 'other');
  const other = (await t.visitor('GET', '/news/other')).payload;
  expect([other.includes('<b>Запись «финала» &lt;1&gt;</b>'), other.includes('Гала-концерт')]).toEqual([true, false]);
  expect(sites.asked).toHaveLength(2);
});

test('an embed of a saved body is asked for soon after its first save, once for all servers', async () => {
  const later = new Date(Date.now() + DAY);
  await addJob(t.store.db, 'embeds', later);
  await save('<p>Текст</p>');
  expect((await listJobs(t.store.db))[0]?.dueAt).toBe(later.toISOString());
  await save(figureOf(VIDEO), 'other');
  expect(Date.parse((await listJobs(t.store.db))[0]?.dueAt ?? '')).toBeLessThanOrEqual(Date.now());
});

test('an embed of a saved body of a page tells its Open Graph, in the encoding of the page', async () => {
  const title = Buffer.from([0xd4, 0xe5, 0xf1, 0xf2]); // «Фест» in windows-1251
  const html = [Buffer.from('<meta property="og:title" content="'), title, Buffer.from('"><p>')];
  sites.answers['vk.com/wall-1_22'] = (response) =>
    response.setHeader('Content-Type', 'text/html; charset=windows-1251').end(Buffer.concat(html));
  await saveAndWork(figureOf('https://vk.com/wall-1_22'));
  const link =
    /<figure class="embed post"><figcaption><b>Фест<\/b><span class="quiet"><a href="https:\/\/vk\.com\/wall-1_22"/;
  expect(await page()).toMatch(link);
});

test('what a site answers is text and a picture whatever it says: no markup, no other file', async () => {
  const title = '"><script>alert(1)</script>\u202e\u0000<img src=x onerror=alert(2)>';
  tell({ title, duration: -5, thumbnail_url: POSTER });
  show(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(3)"/>'));
  await saveAndWork(figureOf(VIDEO));
  const shown = await page();
  expect(shown).toContain('<b>"&gt;&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=alert(2)&gt;</b>');
  expect(shown).toContain('aria-label="Смотреть: &quot;&gt;&lt;script&gt;');
  expect(shown).not.toMatch(/<script>alert|onerror=alert\(2\)>|\u202e|datetime="PT/);
  // A picture that is none stays drawn and is not asked for again.
  expect(shown).toContain('src="/covers/');
  expect(await rows()).toMatchObject([{ poster: null, next_try_at: null, tries: 0, duration: null }]);
});

const THUMBNAIL_URLS = ['https://evil.example/1.jpg', 'http://127.0.0.1/1.jpg', 'file:///etc/passwd', 'нет'];
test.each(THUMBNAIL_URLS)('what a site answers leads to no picture elsewhere: %s', async (thumbnail_url) => {
  tell({ title: 'Концерт', thumbnail_url });
  sites.answers['evil.example/'] = (response) => response.end();
  await saveAndWork(figureOf(VIDEO));
  expect(sites.asked).toEqual([TOLD]);
  expect(await page()).toContain('<b>Концерт</b>');
  expect(await rows()).toMatchObject([{ poster: null, tries: 1 }]);
});

test.each(['не JSON', '[]', '{}', ''])('what a site answers is asked for again when it is %j', async (answer) => {
  sites.answers['rutube.ru/'] = (response) => response.end(answer);
  await saveAndWork(figureOf(VIDEO));
  expect(await rows()).toMatchObject([{ title: '', fetched_at: null, tries: 1 }]);
});

test('without an answer the poster stays drawn, and pauses between the tries grow', async () => {
  await save(figureOf(VIDEO));
  const pauses: number[] = [];
  for (let tries = 1; tries <= 14; tries += 1) {
    const before = Date.now();
    const working = job();
    await working.run(NEVER);
    const [row] = await rows();
    expect(row?.tries).toBe(tries);
    pauses.push(Math.round((Date.parse(row?.next_try_at ?? '') - before) / 60_000));
    // The next run is at the next try, at the latest in an hour.
    await working.run(NEVER);
    const next = working.next(new Date(before)).getTime();
    expect(next).toBe(Math.min(before + 3600_000, Date.parse(row?.next_try_at ?? '')));
    const next_try_at = new Date(before).toISOString();
    await t.store.db.updateTable('embeds').set({ next_try_at }).execute();
  }
  expect(pauses.slice(0, 4)).toEqual([5, 10, 20, 40]);
  expect(pauses.slice(-2)).toEqual([7 * 24 * 60, 7 * 24 * 60]);
  expect(sites.asked).toHaveLength(14);
  expect(await page()).toContain('src="/covers/');
  expect(announced).toHaveLength(1); // the article's own
});

test('a poster counts as used although the last body of its embed is gone', async () => {
  tell({ title: 'Концерт', thumbnail_url: POSTER });
  show(await noise().jpeg().toBuffer());
  await saveAndWork(figureOf(VIDEO));
  const [row] = await rows();
  await t.editor('PUT', '/api/admin/news/final', { content: '<p>Без видео</p>' });
  const name = row?.poster?.replace('/uploads/', '');
  expect((await t.editor('DELETE', `/api/admin/images/${name}`)).statusCode).toBe(409);
});
