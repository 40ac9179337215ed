import { beforeAll, expect, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';
import type { DoctorReport } from '../../ops/doctor/report.ts';
import { addFirstPages, readFirstPages } from '../../seeds/pages.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();
beforeAll(() => addFirstPages(t.store, 'admin'));

const pages = async () => (await t.editor('GET', '/api/admin/pages')).json<Record<string, string>[]>();
const findings = async () => {
  const { groups } = (await t.editor('GET', '/api/admin/doctor?fresh')).json() as DoctorReport;
  return groups.flatMap(({ lines }) => lines).filter(({ id }) => id.startsWith('pages'));
};

test('a new site has drafts of the documents that a festival needs, and none of them is public', async () => {
  const made = await pages();
  expect(made.map(({ slug, place }) => `${slug} ${place}`)).toEqual([
    ...['vote-rules footer', 'venue both', 'contacts footer', 'press both', 'requisites footer'],
    ...['privacy footer', 'consent none'],
  ]);
  for (const { slug, status } of made) {
    expect([slug, status, (await t.visitor('GET', `/${slug}`)).statusCode]).toEqual([slug, 'draft', 404]);
    const { content } = (await t.editor('GET', `/api/admin/pages/${slug}`)).json();
    expect(content).toMatch(/^<p><em>Черновик\..*\[[Зз]аполните/s);
  }
});

test('their bodies are as the sanitizer leaves them, which does not see them', () => {
  for (const { content } of readFirstPages()) expect(sanitizeBody(content)).toBe(content);
});

test('a site that has anything is given nothing', async () => {
  await t.editor('DELETE', '/api/admin/pages/press');
  await addFirstPages(t.store, 'admin');
  expect((await pages()).map(({ slug }) => slug)).not.toContain('press');
});

test('the doctor names drafts, and published pages with places to fill in', async () => {
  await t.editor('PUT', '/api/admin/pages/contacts', { status: 'published' });
  expect(await findings()).toMatchObject([
    { id: 'pages-blank', state: 'bad', text: 'На сайте есть места «[заполните: …]»: «Контакты».' },
    { id: 'pages-drafts', state: 'attention', text: expect.stringContaining('«Реквизиты»') },
  ]);
  await t.editor('PUT', '/api/admin/pages/contacts', { content: '<p>press@festival.example</p>' });
  expect((await findings()).map(({ id }) => id)).toEqual(['pages-drafts']);
  for (const { slug } of await pages()) await t.editor('DELETE', `/api/admin/pages/${slug}`);
  expect(await findings()).toEqual([]);
});
