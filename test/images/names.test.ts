import { expect, test } from 'vitest';
import { FORM, form, uploadPicture } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';

const IMAGES = '/api/admin/images';

const t = await needSite();

let seed = 0;
async function upload(filename: string, bytes?: Buffer): Promise<string> {
  seed += 1;
  return (await uploadPicture(t.editor, bytes ?? (await noise(20, 20, seed).png().toBuffer()), filename)).name;
}

async function find(q: string): Promise<{ name: string; title: string }[]> {
  return (await t.editor('GET', `${IMAGES}?q=${encodeURIComponent(q)}`)).json();
}

const titleIn = async (name: string) => (await find(name))[0]?.title;

test.each([
  ['in Russian', 'Ёлка в зале.png', 'Ёлка в зале.png'],
  ['decomposed', 'Сцена й.jpg'.normalize('NFD'), 'Сцена й.jpg'],
  ['with a path', '../../../etc/passwd', 'passwd'],
  ['with a path of Windows', 'C:\\\\fakepath\\\\снимок.png', 'снимок.png'],
  ['that is a folder', '..', ''],
  ['as browsers escape it', '%22Рампа%22%0D%0Aфинал.png', '"Рампа" финал.png'],
  ['with control characters', 'a\u0000b\tc\u001b[31m.png', 'a b c [31m.png'],
  ['that reads backwards', 'фото\u202egnp.exe', 'фотоgnp.exe'],
  ['that cannot be seen', '\u200b\u2060', ''],
  ['of markup', '<script>alert(1)</script>.png', 'script>.png'],
  ['too long', `${'я'.repeat(400)}.jpeg`, `${'я'.repeat(114)}….jpeg`],
  ['without a letter', `🎤${'🎤'.repeat(200)}`, ''],
  ['with too many marks', `р${'\u0301'.repeat(500)}.png`, `р${'\u0301'.repeat(16)}.png`],
  ['with a backslash', '\\uD800.png', 'uD800.png'],
])('the name of an uploaded file %s is cleaned', async (_how, sent, kept) => {
  const name = await upload(sent);
  expect(name).toMatch(/^[0-9a-f]{32}\.png$/);
  expect(await titleIn(name)).toBe(kept);
});

test('the name of an uploaded file in bytes that are no UTF-8 is no reason to refuse the picture', async () => {
  const payload = form({ filename: 'ZZZ.png', type: 'image/png', bytes: await noise(20, 20, 500).png().toBuffer() });
  payload.fill(0xff, payload.indexOf('ZZZ'), payload.indexOf('ZZZ') + 3);
  const answer = await t.editor('POST', '/api/upload', payload, { 'content-type': FORM });
  expect(answer.statusCode).toBe(201);
  expect(await titleIn(answer.json().url.replace('/uploads/', ''))).toMatch(/^[^\uFFFD]*\.png$/);
});

test('the name of an uploaded file is found in any case, can be changed, and stays when the same picture is uploaded again', async () => {
  const bytes = await noise(24, 24, 600).png().toBuffer();
  const name = await upload('IMG_2031 Ёлка.png', bytes);
  expect((await find('img_2031 елка')).map((image) => image.name)).toEqual([name]);
  const [given, line] = [' Жюри\u202e\n на сцене ', 'Жюри на сцене'];
  const changed = await t.editor('PUT', `${IMAGES}/${name}`, { title: given, alt: given });
  expect([changed.statusCode, changed.json()]).toMatchObject([200, { title: line, alt: line }]);
  expect(await upload('другое.png', bytes)).toBe(name);
  expect(await titleIn(name)).toBe('Жюри на сцене');
  expect(await find('IMG_2031')).toEqual([]);
  expect((await t.editor('PUT', `${IMAGES}/${name}`, { title: 'я'.repeat(121) })).statusCode).toBe(400);
  await t.editor('PUT', `${IMAGES}/${name}`, { title: '' });
  await upload('снова.png', bytes);
  expect(await titleIn(name)).toBe('снова.png');
});

test('the name of an uploaded file is nowhere public', async () => {
  const name = await upload('секретное имя.png');
  const coverImageUrl = `/uploads/${name}`;
  const article = { title: 'С обложкой', slug: 'covered', coverImageUrl, content: `<img src="${coverImageUrl}">` };
  await t.editor('POST', '/api/admin/news', article);
  for (const path of ['/', '/news', '/news/covered', '/news/covered.data', '/api/news', '/feed.xml', coverImageUrl]) {
    const { payload, headers } = await t.visitor('GET', path);
    const said = [payload.includes('секретное'), JSON.stringify(headers).includes('filename')];
    expect([path, ...said]).toEqual([path, false, false]);
  }
});
