import { expect, test } from 'vitest';
import { uploadPicture } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';

const IMAGES = '/api/admin/images';
const NEWS = '/api/admin/news';

const t = await needSite();

let seed = 0;
const upload = async (bytes?: Buffer) =>
  uploadPicture(t.editor, bytes ?? (await noise(30, 20, ++seed).png().toBuffer()));

const describeIn = (name: string, alt: string) => t.editor('PUT', `${IMAGES}/${name}`, { alt });
const list = async (query = '') => (await t.editor('GET', `${IMAGES}?${query}`)).json();
const inLibrary = async (name: string) => (await list(`q=${name}`))[0];
const names = (images: { name: string }[]) => images.map(({ name }) => name);

async function write(article: object): Promise<string> {
  return (await t.editor('POST', NEWS, { title: 'Новость', ...article })).json().slug;
}

async function heard(slug: string): Promise<string[]> {
  const [, article = ''] = (await t.visitor('GET', `/news/${slug}`)).payload.split('<article');
  return Array.from(article.matchAll(/<img [^>]*?alt="([^"]*)"/g), ([, alt = '']) => alt);
}

test('the description of the library stands in articles that have none, at once and to be changed; an article’s own wins there', async () => {
  const { url, name } = await upload();
  const silent = await write({ content: `<p>Зал</p><img src="${url}" alt="">`, coverImageUrl: url });
  const none = await write({ content: `<img src="${url}">` });
  const own = await write({ content: `<img src="${url}" alt="Своё">`, coverImageUrl: url, coverAlt: 'Своя' });
  expect(await heard(silent)).toEqual(['', '']);
  for (const alt of ['Зал «Эллинг» & "сцена"', 'Зал']) {
    await describeIn(name, alt);
    const shown = alt.replace('&', '&amp;').replaceAll('"', '&quot;');
    expect(await heard(silent)).toEqual([shown, shown]);
    expect((await heard(none)).at(-1)).toBe(shown);
    expect(await heard(own)).toEqual(['Своя', 'Своё']);
  }
  expect((await t.editor('GET', `${NEWS}/${silent}`)).json().content).not.toContain('Зал «');
});

test('the description of the library comes with the answer when the same picture is uploaded again', async () => {
  const bytes = await noise(31, 21, 77).png().toBuffer();
  const { name, alt } = await upload(bytes);
  expect(alt).toBe('');
  await describeIn(name, 'Певица у рояля');
  expect(await upload(bytes)).toMatchObject({ name, alt: 'Певица у рояля' });
});

test('the description of an article is shown by the library and found there while it has none, by the version that stands now', async () => {
  const [inBody, asCover, none] = [await upload(), await upload(), await upload()];
  const content = `<p><img src="${inBody.url}" alt="Хор &amp; &quot;Ёлочка&quot;"></p>`;
  const slug = await write({ content, coverImageUrl: asCover.url, coverAlt: 'Афиша' });
  await write({ content: `<img src="${none.url}" alt=" ">` });
  expect(await inLibrary(inBody.name)).toMatchObject({ alt: '', altInNews: 'Хор & "Ёлочка"' });
  expect(await inLibrary(asCover.name)).toMatchObject({ alt: '', altInNews: 'Афиша' });
  expect(names(await list(`q=${encodeURIComponent('хор & "елочка"')}`))).toEqual([inBody.name]);
  const undescribed = names(await list('undescribed=true'));
  expect(undescribed).toContain(none.name);
  expect([undescribed.includes(inBody.name), undescribed.includes(asCover.name)]).toEqual([false, false]);
  await t.editor('PUT', `${NEWS}/${slug}`, { content: '<p>Без картинки</p>' });
  expect(await inLibrary(inBody.name)).toMatchObject({ alt: '', altInNews: '' });
  expect(names(await list('undescribed=true'))).toContain(inBody.name);
  await describeIn(asCover.name, 'Афиша финала');
  expect(await inLibrary(asCover.name)).toMatchObject({ alt: 'Афиша финала', altInNews: '' });
});

test('the description of an article of a draft is not told to readers of another article', async () => {
  const { url } = await upload();
  await write({ content: `<img src="${url}" alt="Победила Анна">`, status: 'draft' });
  const slug = await write({ content: `<img src="${url}">` });
  await list();
  expect((await t.visitor('GET', `/news/${slug}`)).payload).not.toContain('Победила Анна');
});
