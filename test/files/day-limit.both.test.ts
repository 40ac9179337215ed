import { expect, test } from 'vitest';
import { type Caller, signInAs } from '../rig/app.ts';
import { FORM, form } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { pdf } from '../rig/world/files.ts';

const t = await needSite();
const vera = await signInAs(t, 'author', 'Вера');

const GIB = 1024 ** 3;
const day = async (call: Caller) => (await call('GET', '/api/admin/me/uploads')).json();
const send = (call: Caller, text: string) => {
  const payload = form({ filename: 'a.pdf', type: 'application/pdf', bytes: pdf(text, 3000) });
  return call('POST', '/api/files', payload, { 'content-type': FORM });
};

test('a person uploads so many bytes a day, at once or in turn, and is told when there is room again', async () => {
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
  expect((await t.editor('GET', '/api/admin/files')).json()).toHaveLength(4);
});
