import path from 'node:path';
import { expect, test } from 'vitest';
import { uploadsIn } from '../../model/uploads/storage/storage.ts';
import { type Caller, expectRefusal, signInAs } from '../rig/app.ts';
import { FORM, form } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { walkParts } from '../rig/world/editors.ts';
import { audio, pdf } from '../rig/world/files.ts';
import { keptFiles } from '../rig/world/kept-pictures.ts';

const FILES = '/api/admin/files';
const DAY = 24 * 3600 * 1000;
const GIB = 1024 ** 3;

const t = await needSite();

const put = async (bytes: Buffer, name: string) => {
  const { url } = await t.store.files.put(await t.store.files.receive([bytes]), name, 'admin');
  return { url, name: path.basename(url) };
};
const list = async (query = '') => (await t.editor('GET', FILES + query)).json();
const titles = async (query: string) => (await list(query)).map(({ title }: { title: string }) => title);
const editor = await signInAs(t, 'editor');
const remove = (name: string) => editor('DELETE', `${FILES}/${name}`);
const age = (days: number) =>
  t.store.db
    .updateTable('files')
    .set({ created_at: new Date(Date.now() - days * DAY).toISOString() })
    .execute();
const linking = (url: string) => ({ title: 'Итоги', content: `<p><a href="${url}">Протокол</a></p>` });

test('the library lists files, finds them by name and article, and pages', async () => {
  const rules = await put(pdf(), 'Правила.pdf');
  await put(await audio('tone.m4a'), 'Гимн.m4a');
  await t.editor('POST', '/api/admin/news', linking(rules.url));
  const [hymn, found] = await list();
  expect(hymn).toMatchObject({ title: 'Гимн.m4a', type: 'audio/mp4', label: 'M4A', seconds: 2, usedIn: [] });
  const facts = { title: 'Правила.pdf', bytes: pdf().length, createdBy: 'admin', deletable: false };
  expect(found).toMatchObject({ ...rules, ...facts });
  expect(found.usedIn).toEqual([{ kind: 'article', slug: 'itogi', title: 'Итоги', deleted: false, earlier: false }]);
  expect([await titles('?q=ГИМН'), await titles('?q=итоги')]).toEqual([['Гимн.m4a'], ['Правила.pdf']]);
  expect(await titles('?q=%25')).toEqual([]);
  expect(await titles('?unused=true')).toEqual(['Гимн.m4a']);
  expect(await walkParts(t.editor, `${FILES}?limit=1`)).toMatchObject([hymn, { title: 'Правила.pdf' }]);
  expect((await t.editor('GET', `${FILES}?after=x`)).statusCode).toBe(400);
});

test('a file is deleted by hand when nothing links it, 30 days after its upload', async () => {
  const { url, name } = await put(pdf('протокол'), 'Протокол.pdf');
  expect((await remove(name)).json().code).toBe('file_too_new');
  await age(31);
  const { slug } = (await t.editor('POST', '/api/admin/news', linking(url))).json();
  expectRefusal(await remove(name), 409, 'Файл нужен: он есть в новости «Итоги».');
  await t.editor('PUT', `/api/admin/news/${slug}`, { content: '<p>Без него</p>' });
  expect((await remove(name)).json().message).toBe('Файл нужен: он есть в истории новости «Итоги».');
  await t.editor('DELETE', `/api/admin/news/${slug}`);
  expect((await remove(name)).json().message).toContain('которая лежит в корзине');
  expect(await titles('?q=протокол')).toEqual(['Протокол.pdf']);

  const other = await put(pdf('другой'), 'Лишний.pdf');
  await age(31);
  expect((await list('?q=лишний'))[0].deletable).toBe(true);
  expect([(await remove(other.name)).statusCode, (await remove(other.name)).statusCode]).toEqual([204, 404]);
  expect((await t.visitor('GET', other.url)).statusCode).toBe(404);
  const kept = await keptFiles(t.store.db, uploadsIn(t.config.dataDir));
  expect([name, other.name].map((each) => kept.includes(each))).toEqual([true, false]);
  const log = await t.editor('GET', '/api/admin/journal?limit=1');
  expect(log.json()).toMatchObject([{ action: 'file.delete', title: 'Лишний.pdf' }]);
  const third = await put(pdf('третий'), 'Третий.pdf');
  expect((await t.editor('DELETE', `${FILES}/${third.name}`)).statusCode).toBe(204);
});

const day = async (call: Caller) => (await call('GET', '/api/admin/me/uploads')).json();
const send = (call: Caller, text: string) => {
  const payload = form({ filename: 'a.pdf', type: 'application/pdf', bytes: pdf(text, 3000) });
  return call('POST', '/api/files', payload, { 'content-type': FORM });
};

test('a person uploads so many bytes a day, at once or in turn, and is told when there is room again', async () => {
  const vera = await signInAs(t, 'author', 'Вера');
  const before = (await list()).length;
  expect((await send(vera, 'first')).statusCode).toBe(201);
  const { bytes, limit, until } = await day(vera);
  expect([bytes, limit]).toEqual([4096, GIB]);
  const room = (GIB - 2 * 4096) / 1024;
  await t.store.db.updateTable('upload_days').set({ kibibytes: room }).where('username', '=', 'Вера').execute();
  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => Promise.resolve(send(vera, `file ${at}`))));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 429, 429, 429, 429]);
  expect((await day(vera)).bytes).toBe(GIB);
  const refused = await send(vera, 'more');
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'upload_limit']);
  expect(refused.json().message).toMatch(/^За день можно загрузить 1 ГБ.* через .*мин/);
  const left = (Date.parse(until) - Date.now()) / 1000;
  expect(Math.abs(Number(refused.headers['retry-after']) - left)).toBeLessThan(60);
  expect((await send(t.editor, 'another person')).statusCode).toBe(201);
  expect((await day(t.editor)).limit).toBe(32 * GIB);
  expect(await list()).toHaveLength(before + 4);
});
