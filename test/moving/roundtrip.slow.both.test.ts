import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addPast } from '../editions/world.ts';
import type { Ask } from '../rig/browser/panel.ts';
import { rampa } from '../rig/command.ts';
import { needFolder, needSite } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';
import { PDF } from './sources.ts';

type Site = Awaited<ReturnType<typeof needSite>>;

const env = ({ config: { dataDir, databaseUrl = '' } }: Site) => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

/** Bytes by path; the moment of the export is left out. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
  const read = names.map(async ({ parentPath, name }) => {
    const file = path.join(parentPath, name);
    const text = await readFile(file, /jsonl?$/.test(name) ? 'utf8' : 'base64');
    return [path.relative(folder, file), text.replace(/"made_at": "[^"]*"/, '')] as const;
  });
  return Object.fromEntries((await Promise.all(read)).toSorted());
}

async function fill({ editor, store }: Site): Promise<void> {
  const put = async (bytes: Buffer, name: string) => (await store.images.put(bytes, null, name)).url;
  const photo = await put(await noise(2400, 1200, 1).jpeg().toBuffer(), 'Сцена.jpg');
  const logo = await put(await noise(90, 60, 2).png().toBuffer(), 'знак.png');
  await put(await noise(50, 50, 3).webp().toBuffer(), 'Без новости.webp');
  const received = await store.files.receive(
    (async function* () {
      yield PDF;
    })(),
  );
  const { url: file } = await store.files.put(received, 'Положение.pdf');
  await editor('PUT', `/api/admin/images/${photo.replace('/uploads/', '')}`, { alt: 'Сцена', focus: { x: 30, y: 70 } });
  const news = (body: object) => editor('POST', '/api/admin/news', body);
  const content = `<p class="ql-align-center">Раз</p><figure class="image wide"><img src="${photo}" alt=""><figcaption>Подпись <cite>Анна</cite></figcaption></figure><figure class="file"><a href="${file}">Положение</a></figure>`;
  await news({
    title: 'Финал',
    subtitle: 'Под',
    content,
    coverImageUrl: photo,
    coverAlt: 'Обложка',
    tags: ['Финал', 'Жюри'],
    lead: 'Анонс',
    ageMark: '12+',
    date: '2025-07-20',
  });
  await editor('PUT', '/api/admin/news/final', { slug: 'superfinal', socialTitle: 'Для сетей' });
  await editor('PUT', '/api/admin/news/superfinal/pin');
  const group = (await editor('POST', '/api/admin/groups', { name: 'Победитель' })).json().id;
  await news({ title: 'Победила Мира', status: 'draft', group });
  await news({ title: 'Потом', status: 'scheduled', publishAt: '2099-01-01T10:00:00.000Z' });
  await news({ title: 'Черновик', status: 'draft', plannedAt: '2098-01-01T10:00:00.000Z', content: '<p>Ещё</p>' });
  await news({ title: 'Снята', expiresAt: '2098-02-01T10:00:00.000Z' });
  await editor('POST', '/api/admin/pages', {
    title: 'Правила',
    place: 'footer',
    content: '<p>Правила</p>',
    status: 'published',
  });
  await editor('POST', '/api/admin/redirects', { source: '/staroe', target: '/about' });
  await editor('POST', '/api/admin/partners', {
    name: 'Завод',
    group: 'Главный',
    link: 'https://zavod.example/',
    logo,
  });
  const { id } = (
    await editor('POST', '/api/admin/shows', { title: 'Финал', starts_at: '2026-05-14T16:00:00.000Z', is_public: true })
  ).json();
  for (const [name, song] of [
    ['Мира', 'Искра'],
    ['Тимур', 'Река'],
  ])
    await editor('POST', '/api/admin/contestants', { name, song, image: photo, shows: [id] });
  const [{ id: current, version: _version, ...edition }] = (await editor('GET', '/api/admin/editions')).json();
  const named = { ...edition, title: 'Рампа-2026', city: 'Псков', hosts: 'Олег', accent: '#336699' };
  await editor('PUT', `/api/admin/editions/${current}`, named);
  const pages = (await editor('GET', '/api/admin/pages')).json();
  const ask: Ask = async (method, path, body) => (await editor(method as 'GET', `/api${path}`, body)).json();
  const past = await addPast(ask, 2024, undefined, { poster: photo, page_id: pages[0].id });
  await editor('POST', '/api/admin/partners', { name: 'Верфь', edition_id: past.edition.id });
  await addPast(ask, 2023, ['Тень'], { is_public: false });
}

test('what was exported, imported into an empty site and exported again is equal to the byte', async () => {
  const [from, to] = [await needSite(), await needSite()];
  const folder = await needFolder();
  for (const { store } of [from, to]) await store.db.deleteFrom('articles').execute();
  await fill(from);
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
  const inRussian = expect.not.stringMatching(/^Записано.*[a-z]/);
  expect(await rampa(['export', first], env(from))).toMatchObject({ code: 0, out: inRussian });
  const { code, out } = await rampa(['import', '--json', first], env(to));
  expect([code, JSON.parse(out)]).toMatchObject([0, { source: 'rampa', created: 6, losses: [] }]);
  expect(await rampa(['export', second], env(to))).toMatchObject({ code: 0 });
  const exported = await filesIn(first);
  expect(await filesIn(second)).toEqual(exported);
  expect(Object.values(exported).join('')).not.toMatch(/"(edition_id|page_id)"/);
  const editions = (await to.visitor('GET', '/api/editions')).json();
  expect(editions).toMatchObject([{ title: 'Рампа-2026' }, { slug: '2024', winner: { name: 'Анна' } }]);
  expect((await to.visitor('GET', '/api/editions/2024')).json().results).toMatchObject([{ state: 'final' }]);
  expect(exported['articles.jsonl']?.split('\n')).toHaveLength(7);
  expect(JSON.parse(exported['programme.json'] ?? '').shows[0].running_order).toEqual(['mira', 'timur']);
  expect((await to.visitor('GET', '/news/final')).headers.location).toContain('/news/superfinal');
  const again = await rampa(['import', '--json', first], env(to));
  expect(JSON.parse(again.out)).toMatchObject({ created: 0, updated: 0, unchanged: 6 });
});
