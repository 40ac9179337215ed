import { beforeEach, expect, test } from 'vitest';
import type { Contestant } from '../../model/programme/contestant-schema.ts';
import type { Show } from '../../model/programme/show-row.ts';
import { isClosed, liveRoutes, readRights } from '../hostile/routes.ts';
import { needHeard } from '../live/heard.ts';
import { collectMessages, expectRefusal, readAuditLog } from '../rig/app.ts';
import { rowsIn } from '../rig/cases.ts';
import { noise } from '../rig/world/pictures.ts';
import { emptyProgramme } from './show.ts';

const SHOWS = '/api/admin/shows';
const CONTESTANTS = '/api/admin/contestants';
const FINAL = {
  title: 'Финал',
  hall: 'Зал «Эллинг», Светлореченск',
  starts_at: '2030-07-20T17:00:00.000Z',
  ends_at: '2030-07-20T20:00:00.000Z',
};
const MIRA = { name: 'Мира Соколовская', song: 'Тёплый снег', authors: 'слова народные', region: 'Томск' };

const t = await needHeard();
beforeEach(() => emptyProgramme(t));

type Programme = { shows: Show[]; contestants: Contestant[] };
const stored = async (): Promise<Programme> => (await t.editor('GET', '/api/programme')).json();
const shown = async (): Promise<Programme> => (await t.visitor('GET', '/api/programme')).json();
const addShow = async (show: object = FINAL): Promise<Show> => (await t.editor('POST', SHOWS, show)).json();
const add = async (contestant: object): Promise<Contestant> => (await t.editor('POST', CONTESTANTS, contestant)).json();
const order = (show: number, ids: number[], headers?: Record<string, string>) =>
  t.editor('PUT', `${SHOWS}/${show}/order`, { ids }, headers);
const visit = async (path: string) => {
  const { statusCode, payload } = await t.visitor('GET', path);
  return { status: statusCode, text: payload.replaceAll('\u00a0', ' ') };
};

test('a show is added, changed, filled, put in order and deleted, and its contestants stay', async () => {
  const made = await t.editor('POST', SHOWS, FINAL);
  expect([made.statusCode, made.headers.etag]).toEqual([201, '"1"']);
  const { id } = made.json();
  const unsaid = { edition_id: 1, recording_url: null, recording_starts_at: null };
  expect(made.json()).toEqual({ id, ...FINAL, ...unsaid, is_public: true, running_order: [], version: 1 });

  const changed = await t.editor('PUT', `${SHOWS}/${id}`, { ...FINAL, hall: '' }, { 'if-match': '"1"' });
  expect([changed.statusCode, changed.headers.etag, changed.json().hall]).toEqual([200, '"2"', '']);

  const [one, two] = [await add({ name: 'Первая', shows: [id] }), await add({ name: 'Вторая', shows: [id] })];
  const other = await add({ name: 'Третья' });
  expect((await shown()).shows).toMatchObject([{ id, running_order: [one.id, two.id], version: 4 }]);
  const ordered = await order(id, [other.id, two.id], { 'if-match': '"4"' });
  expect([ordered.statusCode, ordered.headers.etag]).toEqual([200, '"5"']);
  expect(await shown()).toMatchObject({
    shows: [{ running_order: [other.id, two.id] }],
    contestants: [{ name: 'Вторая' }, { name: 'Третья' }],
  });

  expect((await t.editor('DELETE', `${CONTESTANTS}/${other.id}`)).statusCode).toBe(204);
  expect((await shown()).shows).toMatchObject([{ running_order: [two.id], version: 6 }]);
  expect((await t.editor('DELETE', `${SHOWS}/${id}`, undefined, { 'if-match': '"1"' })).statusCode).toBe(412);
  expect((await t.editor('DELETE', `${SHOWS}/${id}`, undefined, { 'if-match': '"6"' })).statusCode).toBe(204);
  expect(await shown()).toEqual({ shows: [], contestants: [] });
  expect((await stored()).contestants.map(({ name }) => name)).toEqual(['Первая', 'Вторая']);

  expect(await readAuditLog(t, 'limit=8&kind=show,contestant')).toEqual([
    ...['admin show.delete Финал', 'admin contestant.delete Третья', 'admin show.order Финал'],
    ...['admin contestant.create Третья', 'admin contestant.create Вторая', 'admin contestant.create Первая'],
    ...['admin show.update Финал', 'admin show.create Финал'],
  ]);
});

test.each(rowsIn<[string, string, string]>('programme/refused.txt'))(
  'a %s is refused in Russian, and nothing changes',
  async (what, wrong, message) => {
    const [path, right] = what.startsWith('show') ? [SHOWS, FINAL] : [CONTESTANTS, MIRA];
    const { id } = (await t.editor('POST', path, right)).json();
    const before = await stored();
    const body = { ...right, ...JSON.parse(wrong) };
    for (const answer of [await t.editor('POST', path, body), await t.editor('PUT', `${path}/${id}`, body)])
      expectRefusal(answer, 400, expect.stringMatching(message));
    expect(await stored()).toEqual(before);
  },
);

test('a show keeps its running order where somebody has changed it meanwhile, or one in it is unknown', async () => {
  const { id } = await addShow();
  const [one, two] = [await add({ name: 'Первая', shows: [id] }), await add({ name: 'Вторая', shows: [id] })];
  expect((await order(id, [two.id, one.id], { 'if-match': '"2"' })).statusCode).toBe(412);
  for (const other of [one.id, 999_999])
    expectRefusal(await order(id, [one.id, other]), 409, expect.stringContaining('изменился'));
  expectRefusal(await order(id, [2 ** 53 - 1]), 400, expect.stringContaining('стоит не участник'));
  expect((await shown()).shows).toMatchObject([{ running_order: [one.id, two.id] }]);
  expect((await order(999_999, [])).json().message).toBe('Такого концерта нет. Возможно, его удалили.');
});

test('a show that is not public hides its contestants, unless they perform in another one', async () => {
  const [final, hidden] = [await addShow(), await addShow({ ...FINAL, title: 'Тайный', is_public: false })];
  await add({ name: 'Всюду', shows: [final.id, hidden.id] });
  await add({ name: 'Секрет', shows: [hidden.id] });
  expect(await shown()).toMatchObject({ shows: [{ title: 'Финал' }], contestants: [{ name: 'Всюду' }] });
  expect((await visit('/programme/sekret')).status).toBe(404);
  expect((await visit('/programme')).text).not.toMatch(/Секрет|Тайный/);
  expect((await visit(`/programme/${hidden.id}.ics`)).status).toBe(404);
  await t.editor('PUT', `${SHOWS}/${hidden.id}`, { ...FINAL, title: 'Явный' });
  expect((await visit('/programme/sekret')).status).toBe(200);
});

test('a contestant has all fields, keeps the address, and is withdrawn and brought back', async () => {
  const { id: show } = await addShow();
  const { url: image } = await t.store.images.put(await noise(600, 400, 1).jpeg().toBuffer(), null, 'Мира.jpg');
  const fields = {
    ...MIRA,
    image,
    image_credit: 'Фото: А. Зорин',
    text: 'Первый абзац <b>.\n\nВторой.',
    clip: 'https://rutube.ru/play/embed/0123456789abcdef0123456789abcdef',
    age_mark: '12+',
  };
  const made = await t.editor('POST', CONTESTANTS, { ...fields, shows: [show] });
  expect([made.statusCode, made.headers.etag]).toEqual([201, '"1"']);
  const { id } = made.json();
  const mira = { ...fields, clip: 'https://rutube.ru/video/0123456789abcdef0123456789abcdef/' };
  const whole = { id, edition_id: 1, slug: 'mira-sokolovskaya', ...mira, is_withdrawn: false, version: 1 };
  expect(made.json()).toEqual(whole);
  const page = await visit('/programme/mira-sokolovskaya');
  for (const words of ['Фото: А. Зорин', '<p>Первый абзац &lt;b&gt;.</p><p>Второй.</p>', 'Смотреть на Rutube', '12+'])
    expect(page.text).toContain(words);

  const renamed = { ...mira, name: 'Мира С.' };
  const saved = await t.editor('PUT', `${CONTESTANTS}/${id}`, renamed, { 'if-match': '"1"' });
  expect(saved.json()).toEqual({ ...whole, name: 'Мира С.', version: 2 });
  expect((await t.editor('PUT', `${CONTESTANTS}/${id}`, mira, { 'if-match': '"1"' })).statusCode).toBe(412);
  for (const is_withdrawn of [true, false]) {
    await t.editor('PUT', `${CONTESTANTS}/${id}`, { ...renamed, is_withdrawn });
    for (const path of ['/programme', '/programme/mira-sokolovskaya'])
      expect((await visit(path)).text.includes('Не участвует в конкурсе')).toBe(is_withdrawn);
  }
  const actions = ['return Мира С.', 'withdraw Мира С.', 'update Мира С.'].map((each) => `admin contestant.${each}`);
  expect(await readAuditLog(t, 'limit=3&kind=contestant')).toEqual(actions);
});

test('a contestant has an address of its own, also with the name of another one', async () => {
  const slugs = [];
  for (const name of ['Мира', 'Мира', '!!!']) slugs.push((await add({ name })).slug);
  expect(slugs).toEqual(['mira', 'mira-2', 'contestant']);
  const taken = await t.editor('POST', CONTESTANTS, { name: 'Другая', slug: 'mira' });
  expectRefusal(taken, 409, 'Адрес «mira» уже у другого участника.');
  for (const [slug, words] of [
    ['!!!', 'Адрес: нужна хотя бы одна буква или цифра.'],
    ['щ'.repeat(41), 'Адрес: не длиннее 120 знаков.'],
  ])
    expectRefusal(await t.editor('POST', CONTESTANTS, { name: 'Другая', slug }), 400, words);
  expect((await t.editor('POST', CONTESTANTS, { name: 'Нигде', shows: [999_999] })).statusCode).toBe(404);
  expect((await stored()).contestants).toHaveLength(3);
});

test('a contestant keeps its picture in the library', async () => {
  const { url: image } = await t.store.images.put(await noise(300, 200, 2).png().toBuffer());
  const { id } = await add({ ...MIRA, image });
  const kept = await t.editor('DELETE', image.replace('/uploads/', '/api/admin/images/'));
  expectRefusal(kept, 409, 'Картинка нужна: она стоит у участника программы.');
  await t.editor('DELETE', `${CONTESTANTS}/${id}`);
});

test('on the site nothing leads to an empty programme, but its redirect, and everything to one with a show', async () => {
  const pages = ['/', '/watch', '/news'];
  expect([(await visit('/programme')).status, (await visit('/programme.ics')).status]).toEqual([404, 404]);
  for (const path of pages) expect((await visit(path)).text).not.toContain('"/programme"');
  expect((await visit('/sitemap.xml')).text).not.toContain('/programme');
  await t.editor('POST', '/api/admin/redirects', { source: '/programme', target: '/about' });
  expect((await visit('/programme')).status).toBe(301);
  const { id } = await addShow();
  expect((await visit('/programme')).status).toBe(200);
  await add({ ...MIRA, shows: [id] });
  for (const path of pages) {
    const [, main = ''] = /<main.*?>(.*)<\/main>/s.exec((await visit(path)).text) ?? [];
    expect([path, main.includes('href="/programme"')]).toEqual([path, path !== '/news']);
  }
  const webcal = (await t.visitor('GET', '/programme', undefined, { host: 'rampa.example:8443' })).payload;
  expect(webcal).toContain('"webcal://rampa.example:8443/programme.ics"');
  // Some calendars take only a pasted address. The shows come first.
  expect(webcal).toMatch(/id="show-\d+".*Скопировать адрес календаря/s);
  expect((await visit('/news')).text.match(/href="\/programme"/g)).toHaveLength(2);
  expect((await visit('/sitemap.xml')).text).toMatch(/\/programme<\/loc>.*\/programme\/mira-sokolovskaya<\/loc>/s);
  expect((await visit('/programme/nobody')).status).toBe(404);
});

test('on the site a running order can be read without a script, and search engines know the show', async () => {
  const { id } = await addShow();
  await add({ ...MIRA, shows: [id] });
  await add({ name: 'Снятый', shows: [id], is_withdrawn: true });
  const { status, text } = await visit('/programme');
  expect(status).toBe(200);
  expect(text).toMatch(/<time dateTime="2030-07-20T17:00:00.000Z">20 июля 2030, 20:00–\u206023:00<\/time>/i);
  const poster = /property="og:image" content="http:\/\/localhost[^/]*(\/og\/programme-[^"]*)"/.exec(text)?.[1] ?? '';
  expect((await t.visitor('GET', poster)).headers['content-type']).toBe('image/jpeg');
  expect(text).toMatch(/<ol[^>]*><li.*Мира Соколовская.*«Тёплый снег».*Не участвует в конкурсе/s);
  const data = Array.from(text.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs), ([, json]) =>
    JSON.parse(json ?? ''),
  );
  expect(data.find((each) => each['@type'] === 'MusicEvent')).toMatchObject({
    startDate: FINAL.starts_at,
    endDate: FINAL.ends_at,
    location: [{ '@type': 'Place', name: FINAL.hall }, { '@type': 'VirtualLocation' }],
    performer: [{ name: MIRA.name }],
  });
  expect(data.find((each) => each['@type'] === 'BroadcastEvent')).toMatchObject({ isLiveBroadcast: true });
});

test('on the site calendars take one show, or subscribe to all', async () => {
  const final = await addShow();
  await addShow({ ...FINAL, title: 'Концерт гостей', ends_at: null });
  const { headers, payload: one } = await t.visitor('GET', `/programme/${final.id}.ics`);
  expect(headers['content-disposition']).toBe('attachment; filename="final.ics"');
  expect(one.replaceAll('\r\n ', '')).toMatch(
    /UID:show-\d+@.*DTSTART:20300720T170000Z\r\nDTEND:20300720T200000Z.*LOCATION:Зал «Эллинг»\\, Светлореченск\r\n/s,
  );
  expect(one.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  const all = await visit('/programme.ics');
  expect(all.text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(all.text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H');
  expect(all.text).toContain('DURATION:PT3H');
});

test('on the site a change is on each page at once, open pages are told, and what is gone leaves the last good answers', async () => {
  const { id } = await addShow();
  const mira = await add({ ...MIRA, shows: [id] });
  expect((await visit('/programme')).text).toContain(MIRA.name);
  const stream = await t.open();
  const made = collectMessages(t);
  await t.editor('PUT', `${CONTESTANTS}/${mira.id}`, { ...MIRA, name: 'Другая' });
  expect(await stream.next('site-content')).toMatchObject({ event: 'site-content', data: {} });
  expect((await visit('/programme')).text).not.toContain(MIRA.name);
  const guest = await add({ name: 'Гостья', shows: [id] });
  await order(id, [guest.id, mira.id]);
  await order(id, [guest.id]);
  await t.editor('DELETE', `${SHOWS}/${id}`);
  const withdrawals = made.map((each) => 'isWithdrawal' in each && each.isWithdrawal === true);
  expect(withdrawals).toEqual([true, false, false, true, true]);
});

// What others may is walked through by test/security/roles.test.ts.
test('nothing of the programme, the stage and the results is for authors', async () => {
  const rightsOf = await readRights(t.visitor);
  const ours = /\/(shows|contestants|stage|results|editions|desk|viewers)\b/;
  const routes = liveRoutes(t.app).filter((route) => isClosed(route) && ours.test(route.pattern));
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter((route) => rightsOf(route).roles?.includes('author'))).toEqual([]);
});
