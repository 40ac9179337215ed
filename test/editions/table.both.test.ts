import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSheets } from '../../app/ui/admin/table-file.tsx';
import { askOf, cells, outcomes, removeShows, tableAt } from '../programme/show.ts';
import { collectMessages, expectRefusal } from '../rig/app.ts';
import { rowsIn } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';
import { addPast } from './world.ts';

const t = await needSite();
const ask = askOf(t);
const TABLE = '/api/admin/editions/table';
const get = async (path: string) => (await t.visitor('GET', path)).json();
const { load, plan, tryOut } = tableAt(t, TABLE);
const editions = async () => (await t.editor('GET', '/api/admin/editions')).json();
const undo = (sent: unknown) => t.editor('POST', '/api/admin/shows/table/undo', sent as object);

const ROWS = cells(
  'Год|Фестиваль|Город|Зал|Концерт|Дата|№|Участник|Песня|Регион|Место|Очки жюри|Очки зрителей|Заметки',
  '2001|Рампа-2001|Дербент|ДК|Финал|20.07.2001|2|Анна|«Свет»|Томск|1|50|30|x',
  '||||||1|Борис|Ночь|Псков|2|40|39|',
  '||||||3|Вера|Дом|Томск|3|0|12|',
  '||||Полуфинал|2001-07-18 18:30|1|Борис||||||',
  '2002||Казань|||пятница, 2 Августа 2002 года||Вера|Сад|Томск|2-е место|7|1|',
  '2002|||||||Глеб|Мост|Орёл|1|9|2|',
);
const [HEAD = []] = ROWS;

test('a table makes past festivals with shows, contestants and points, after a plan that stores nothing', async () => {
  const tried = await tryOut(ROWS);
  expect(outcomes(tried)).toEqual([
    ...['Рампа-2001, Финал: Анна new', 'Рампа-2001, Финал: Борис new', 'Рампа-2001, Финал: Вера new'],
    ...['Рампа-2001, Полуфинал: Борис new', 'Фестиваль 2002, Финал: Вера new', 'Фестиваль 2002, Финал: Глеб new'],
  ]);
  expect(tried.columns.at(-1)).toBe(null);
  expect(tried.lines[0]?.changes.map(({ field, after }) => `${field}: ${after}`)).toEqual([
    ...['edition: Рампа-2001, 2001', 'city: Дербент', 'hall: ДК', 'show: Финал'],
    ...[expect.stringContaining('day: 20 июля 2001 г. в 19:00'), 'song: Свет', 'region: Томск'],
    ...['jury: 50', 'audience: 30'],
  ]);
  expect(await editions()).toHaveLength(1);
  const announced = collectMessages(t);
  await plan(ROWS);
  expect(announced).toEqual([{ topic: 'site-content', isWithdrawal: true }]);
  expect(await get('/api/editions')).toMatchObject([
    { is_current: true },
    { slug: '2002', title: 'Фестиваль 2002', place: 'Казань', winner: { name: 'Глеб', song: 'Мост' } },
    { slug: '2001', place: 'Дербент, ДК', starts_on: '2001-07-18', ends_on: '2001-07-20', winner: { name: 'Анна' } },
  ]);
  const whole = await get('/api/editions/2001');
  expect(whole.contestants.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Анна', 'Борис', 'Вера']);
  expect(whole.shows).toMatchObject([
    { title: 'Полуфинал', running_order: [expect.any(Number)] },
    { title: 'Финал', running_order: [expect.any(Number), expect.any(Number), expect.any(Number)] },
  ]);
  const nameOf = (id: number) => whole.contestants.find((each: { id: number }) => each.id === id).name;
  expect(whole.shows[1].running_order.map(nameOf)).toEqual(['Борис', 'Анна', 'Вера']);
  const main = (await t.visitor('GET', '/history/2001')).body;
  for (const words of ['Победитель', '80', '50', '«Свет»', 'Дербент, ДК']) expect(main).toContain(words);
  expect((await t.visitor('GET', '/history')).body).toContain('Глеб');
});

test('a day is the same day in all the forms that a spreadsheet has for it, and its number too', async () => {
  const days = ['2003-07-20 18:30', '20.07.2003 18:30', '37822.770833333336', '20 июля 2003 г. в 18:30'];
  const { lines } = await tryOut([['Год', 'Имя', 'Дата'], ...days.map((day, at) => ['2003', `Имя ${at}`, day])]);
  expect(lines.flatMap(({ problems }) => problems)).toEqual([]);
  expect(lines[0]?.changes).toContainEqual(expect.objectContaining({ after: '20 июля 2003 г. в 18:30' }));
});

test('what LibreOffice saves makes past festivals, and as CSV in Windows-1251 the same ones', async () => {
  const planSaved = async (name: string) => {
    const file = await openAsBlob(path.join(import.meta.dirname, '../programme/sheets', name));
    const rows = (await readSheets(new File([file], name)))[0]?.rows ?? [];
    const columns = (await tryOut(rows)).columns.with(rows[0]?.indexOf('Название') ?? 0, 'edition');
    return (await plan(rows, { columns, hasHead: true })).lines;
  };
  const made = await planSaved('editions.xlsx');
  expect(made.map(({ outcome }) => outcome)).toEqual(Array(10).fill('new'));
  const said = made[0]?.changes.map(({ after }) => after);
  expect(said).toEqual(expect.arrayContaining(['Рампа-2011, 2011', expect.stringContaining('20 июля 2011')]));
  expect((await planSaved('editions.csv')).map(({ outcome }) => outcome)).toEqual(Array(10).fill('same'));
});

test('the same table twice changes nothing, and what differs is changed alone', async () => {
  const before = [await editions(), await get('/api/editions/2001'), await get('/api/editions/2002')];
  const again = await plan(ROWS);
  expect(again.lines.map(({ outcome }) => outcome)).toEqual(Array(6).fill('same'));
  expect([again.isReordered, again.undo]).toEqual([false, undefined]);
  expect([await editions(), await get('/api/editions/2001'), await get('/api/editions/2002')]).toEqual(before);
  const changed = ROWS.map((row, at) => (at === 6 ? row.with(8, 'Мост 2').with(11, '10') : row));
  const { lines, undo: sent } = await plan(changed);
  expect(lines.map(({ outcome }) => outcome)).toEqual([...Array(5).fill('same'), 'changed']);
  expect(lines[5]?.changes).toEqual([
    { field: 'song', before: 'Мост', after: 'Мост 2' },
    { field: 'jury', before: '9', after: '10' },
  ]);
  expect((await get('/api/editions/2002')).winner).toMatchObject({ song: 'Мост 2' });
  expect((await undo(sent)).statusCode).toBe(204);
  expect((await get('/api/editions/2002')).winner).toMatchObject({ song: 'Мост' });
  expect((await tryOut(ROWS)).lines.every(({ outcome }) => outcome === 'same')).toBe(true);
});

test('an undo takes new festivals away whole, and refuses when somebody has changed one of them', async () => {
  const head = 'Год|Дата|Имя|Баллы';
  const { undo: sent } = await plan(cells(head, '1999 г.|01/08/99|Зоя|5', '1999.0||Инна|4'));
  expect(await get('/api/editions/1999')).toMatchObject({ winner: { name: 'Зоя' }, results: [{ state: 'final' }] });
  const { contestants, shows } = (await t.editor('GET', '/api/programme?edition=1999')).json();
  const [zoya] = contestants;
  await t.editor('PUT', `/api/admin/contestants/${zoya.id}`, { ...zoya, song: 'Река' });
  const refused = await undo(sent);
  expect([refused.statusCode, refused.json().code]).toEqual([412, 'stale_version']);
  expect(await get('/api/editions/1999')).toMatchObject({ winner: { name: 'Зоя', song: 'Река' } });
  const again = await plan(cells(head, '1998|1 августа|Зоя|5'));
  await ask('PUT', `/admin/results/${(await get('/api/editions/1998')).shows[0].id}`, { sections: [] });
  expect((await undo(again.undo)).statusCode).toBe(412);
  const third = await plan(cells(head, '1997|01.08.1997|Зоя|5'));
  expect((await undo(third.undo)).statusCode).toBe(204);
  expect((await t.visitor('GET', '/api/editions/1997')).statusCode).toBe(404);
  expect((await editions()).map(({ year }: { year: number }) => year)).not.toContain(1997);
  expect(shows).toHaveLength(1);
});

test.each(rowsIn<[string, string, string, string]>('editions/wrong-cells.txt'))(
  '%s is named with its cell, and nothing of the table is stored',
  async (_what, given, field, message) => {
    const wrong = Object.fromEntries(given.split('; ').map((cell) => cell.split('=')));
    const rows = [HEAD, ROWS[1] ?? [], HEAD.map((name, at) => wrong[name] ?? ROWS[2]?.[at] ?? ''), ROWS[3] ?? []];
    const before = await get('/api/editions/2001');
    const { lines } = await tryOut(rows);
    expect(lines[1]?.outcome).toBe('wrong');
    expect(JSON.stringify(lines)).not.toContain('NaN');
    expect(lines[1]?.problems).toContainEqual({ field, message: expect.stringContaining(message) });
    expectRefusal(await load(rows), 400, expect.stringContaining('Таблица: сначала исправьте строки '));
    expect(await get('/api/editions/2001')).toEqual(before);
  },
);

test('points that do not fit together, or would lose those of givers, are refused', async () => {
  const expectProblem = async (said: string | undefined, ...rows: string[]) => {
    const { lines } = await tryOut(cells('Год|Дата|Имя|Всего|Жюри|Зрители|Место', ...rows));
    const problems = lines.flatMap((each) => each.problems.map(({ message }) => `${each.line} ${message}`));
    expect(problems).toEqual(said === undefined ? [] : [expect.stringContaining(said)]);
  };
  await expectProblem('2 Баллы: 10, а жюри и зрители дали 9.', '1990|01.01.1990|Зоя|10|4|5|');
  await expectProblem(undefined, '1990|01.01.1990|Зоя||||1');
  await expectProblem('2 Место: 2, а выступают 1.', '1990|01.01.1990|Зоя||||2');
  await expectProblem('3 Место: пусто, а у других есть.', '1990|01.01.1990|Зоя||||1', '|01.01.1990|Ия||||');
  await expectProblem('2 Баллы: у всех в этом концерте 0.', '1990|01.01.1990|Зоя|0|||');
  await expectProblem('2 Год: впишите год фестиваля.', '|01.01.1990|Зоя||||');
  await expectProblem('2 Дата: нужен', '1990||Зоя||||');
  await addPast(ask, 2003);
  const others = ['2003||Борис|62', '2003||Вера|26'];
  await expectProblem(undefined, '2003||Анна|72', ...others);
  await expectProblem('исправьте их в «Итогах»', '2003||Анна|73', ...others);
  await expectProblem('выступает ещё Вера', '2003||Анна|72', ...others.slice(0, 1));
});

test('places are enough where points are not known', async () => {
  const zara = cells('Год|Город|Имя|Страна|Дата|Место', '1990|Томск|Зара|Чехия|01.01.1990|2');
  const rows = [...zara, ...cells('||Ия|Чили||1', '||Лев|Перу||3')];
  const shared = cells('Год|Имя|Дата|Место', '1989|Зара|01.01.1989|2', '|Ия||1', '|Лев||2');
  for (const table of [rows, shared]) {
    await plan(table);
    expect((await tryOut(table)).lines.map(({ outcome }) => outcome)).toEqual(['same', 'same', 'same']);
  }
  expect((await t.visitor('GET', '/history/1989')).payload.match(/>делит 2-е место</g)).toHaveLength(4);
  const { lines } = await tryOut(cells('Год|Имя|Дата|Место', '1988|Зара|01.01.1988|3', '|Ия||1', '|Лев||3'));
  const said = 'Место: 3, а места 2 нет ни у кого.';
  expect(lines.map(({ problems }) => problems.map(({ message }) => message))).toEqual([[said], [], [said]]);
  expect((await get('/api/editions/1990')).winner).toMatchObject({ name: 'Ия' });
  const { body } = await t.visitor('GET', '/history/1990');
  const shown = body.slice(body.indexOf('<main'), body.indexOf('</main'));
  expect(shown.match(/data-key="[^"]*"/g)).toEqual(['data-key="iya"', 'data-key="zara"', 'data-key="lev"']);
  expect(shown).toContain('Известны только места');
  expect(shown).not.toMatch(/балл[а-я]*(?![а-я])(?! этого)/);
  const page = (await t.visitor('GET', '/programme/zara')).body;
  expect(page).toMatch(/2-е место(<!-- -->)? · Финал/);
  expect(page).not.toContain('0 баллов');
  const changed = await tryOut([...zara, ...cells('||Ия|Чили||3', '||Лев|Перу||1')]);
  expect(changed.lines[1]?.changes).toEqual([{ field: 'place', before: '1', after: '3' }]);
  await load(cells('Год|Дата|Имя|Баллы', '1990|01.01.1990|Зара|9', '||Ия|8', '||Лев|7'));
  expect((await get('/api/editions/1990')).winner).toMatchObject({ name: 'Зара' });
  expect((await tryOut(rows)).lines[0]?.problems).toMatchObject([{ message: expect.stringContaining('они уже есть') }]);
});

test('the current festival is left to its own table, and a table has its limits', async () => {
  await removeShows(t);
  const [current] = await editions();
  const rows = cells('Фестиваль|Дата|Имя', `${current.title}|01.01.2030|Зоя`);
  expect((await tryOut(rows)).lines[0]?.problems[0]?.message).toContain('нынешний фестиваль');
  expect([(await load(rows)).statusCode, (await load([['Год'], ['1990']])).statusCode]).toEqual([400, 400]);
  const most = Array.from({ length: 1501 }, (_, at) => [at === 0 ? 'Имя' : '']);
  expect((await tryOut(most)).lines).toEqual([]);
  expect([(await load([...most, ['']])).statusCode, (await undo({ shows: 'x' })).statusCode]).toEqual([400, 400]);
});
