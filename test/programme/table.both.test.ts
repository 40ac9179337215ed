import { expect, test } from 'vitest';
import { collectMessages, signInAs } from '../rig/app.ts';
import { rowsIn } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';
import { cells, outcomes, tableAt } from './show.ts';

const t = await needSite();
const made = await t.editor('POST', '/api/admin/shows', { title: 'Финал', starts_at: '2027-05-15T16:00:00Z' });
const show: number = made.json().id;
const TABLE = `/api/admin/shows/${show}/table`;

const { load, plan, tryOut } = tableAt(t, TABLE);
async function programme(): Promise<{ names: string[]; contestants: Record<string, unknown>[]; version: number }> {
  const { shows, contestants } = (await t.editor('GET', '/api/programme')).json();
  const at = shows.find(({ id }: { id: number }) => id === show);
  const nameOf = new Map(contestants.map(({ id, name }: { id: number; name: string }) => [id, name]));
  return { names: at.running_order.map((id: number) => nameOf.get(id)), contestants, version: at.version };
}

test('a table makes contestants and their order, after a plan that stores nothing; the same table changes nothing', async () => {
  const rows = cells('№|Исполнитель|Песня|Страна|Заметки', '2|Анна|«Свет»|Томск|позвонить', '1|Ток|Ночь||', '||||');
  const expected = ['Анна new', 'Ток new'];
  const tried = await tryOut(rows);
  expect([outcomes(tried), tried.columns]).toEqual([expected, ['number', 'name', 'song', 'region', null]]);
  expect(tried.isReordered).toBe(false);
  expect((await programme()).names).toEqual([]);
  expect(outcomes(await plan(rows))).toEqual(expected);
  const { names, contestants, version } = await programme();
  expect(names).toEqual(['Ток', 'Анна']);
  expect(contestants).toMatchObject([{ name: 'Ток' }, { name: 'Анна', song: 'Свет', region: 'Томск', slug: 'anna' }]);
  expect(await plan(rows)).toMatchObject({ isReordered: false, lines: [{ outcome: 'same' }, { outcome: 'same' }] });
  expect((await programme()).version).toBe(version);
  expect((await t.visitor('GET', '/api/programme')).json().contestants).toHaveLength(2);
});

test('a table of some without numbers changes what differs, finds a name in other letters, adds at the end and moves nobody', async () => {
  const rows = [['name', 'song', 'region'], ['  AН\u00adНА\u200b ', 'Рассвет', ''], ...cells('Вера||Псков')];
  const announced = collectMessages(t);
  const { lines, isReordered } = await plan(rows);
  expect(isReordered).toBe(false);
  expect(announced).toEqual([{ topic: 'site-content', isWithdrawal: true }]);
  expect(lines.map(({ changes }) => changes)).toEqual([
    [{ field: 'song', before: 'Свет', after: 'Рассвет' }],
    [{ field: 'region', before: '', after: 'Псков' }],
  ]);
  const { names, contestants } = await programme();
  expect(names).toEqual(['Ток', 'Анна', 'Вера']);
  const anna = { name: 'Анна', song: 'Рассвет', region: 'Томск', version: 2 };
  expect(contestants).toContainEqual(expect.objectContaining(anna));
});

test('columns are chosen by hand where headings say nothing, and a table without headings is read from its first row', async () => {
  const rows = [['x', 'Глеб']];
  const fields = { columns: expect.stringContaining('Имя') };
  expect((await load(rows)).json()).toMatchObject({ code: 'invalid', fields });
  const columns = [null, 'name'];
  expect(outcomes(await tryOut(rows, { columns }))).toEqual(['Глеб new']);
  expect(outcomes(await tryOut(rows, { columns, hasHead: true }))).toEqual([]);
});

test('headings are found under a title, in the words of other tables, and rows keep their numbers', async () => {
  const titled = cells(
    'Участники финала',
    '',
    '№ п/п|Фамилия и имя|Конкурсная песня|Город / регион',
    '|||',
    '1|Олег|Дым|Омск',
  );
  const { columns, lines } = await tryOut(titled);
  expect(columns).toEqual(['number', 'name', 'song', 'region']);
  expect(lines.map(({ line, name }) => `${line} ${name}`)).toEqual(['5 Олег']);
  expect(outcomes(await tryOut(cells('', 'Артист (группа)', 'Олег')))).toEqual(['Олег new']);
  const below = cells('Глеб|Дом|Омск', 'Имя|Песня|Город', 'Анна|Свет|Томск');
  expect((await load(below)).statusCode, 'no row above headings is lost').toBe(400);
});

test('headings of two rows are read together, and so are columns that hold one field between them', async () => {
  const rows = cells(
    '№|Участник||Конкурсная песня|||Возраст',
    '|Фамилия|Имя|Название|Автор слов|Автор музыки|',
    '№ 1|Ильина|Зоя|Дым|Орлов|Орлов|25',
    '2)|Всего|Понемногу|Лёд|Орлов|Ким|7',
    'Итого|2 участника',
  );
  const { columns, lines } = await tryOut(rows);
  expect(columns).toEqual(['number', 'name', 'name', 'song', 'authors', 'authors', null]);
  const said = lines.map(({ name, outcome, changes }) => [name, outcome, ...changes.map(({ after }) => after)]);
  expect(said).toEqual([
    ['Ильина Зоя', 'new', 'Дым', 'Орлов'],
    ['Всего Понемногу', 'new', 'Лёд', 'Орлов, Ким'],
  ]);
  const fuller = cells('№|Участник||Песня|Город', '|Фамилия|Имя|Название|', '1|Ильина|Зоя|Дым|Томск');
  expect(outcomes(await tryOut(fuller))).toEqual(['Ильина Зоя new']);
});

test('a sum at the end is no contestant, one of that name is', async () =>
  expect(outcomes(await tryOut(cells('Имя|Песня', 'Всего|Лёд', 'Всего: 1|')))).toEqual(['Всего new']));

test('an undo stores what was before a table, unless somebody has changed any of it since', async () => {
  const before = await programme();
  const rows = cells('Имя|Песня', 'Марк|Залив', 'Анна|Закат');
  const undo = (sent: unknown, call = t.editor) => call('POST', '/api/admin/shows/table/undo', sent as object);
  const { undo: first } = await plan(rows);
  expect((await programme()).names).toEqual([...before.names, 'Марк']);
  const broadcast = await signInAs(t, 'broadcast');
  expect((await undo(first, broadcast)).statusCode).toBe(204);
  const after = await programme();
  const withoutVersions = ({ contestants, names }: Awaited<ReturnType<typeof programme>>) => ({
    names,
    contestants: contestants.map(({ version: _version, ...contestant }) => contestant),
  });
  expect(withoutVersions(after)).toEqual(withoutVersions(before));
  const { undo: second } = await plan(rows);
  const { contestants } = await programme();
  const anna = contestants.find(({ name }) => name === 'Анна');
  await t.editor('PUT', `/api/admin/contestants/${anna?.id}`, { ...anna, song: 'Заря' });
  const changed = await programme();
  expect((await undo(second)).json()).toMatchObject({ code: 'stale_version' });
  expect(await programme()).toEqual(changed);
  const { undo: third } = await plan([['Имя'], ['Нора']]);
  const scored = changed.contestants.map(({ id }) => ({ contestant: id, place: 1, points: 1 })).slice(0, 1);
  const sections = [{ kind: 'jury', title: 'Жюри', mode: 'places', places: scored }];
  await t.editor('PUT', `/api/admin/results/${show}`, { sections });
  expect((await undo(third)).json()).toMatchObject({ code: 'stale_version' });
  const forged = { ...(third as object), editions: [{ id: 1, version: 1, was: null }] };
  expect((await undo(forged, broadcast)).statusCode).toBe(403);
  const scores = { sections, control_total: null };
  const rescored = { ...(third as { shows: object[] }) };
  rescored.shows = rescored.shows.map((each) => ({ ...each, scores }));
  expect((await undo(rescored, broadcast)).statusCode).toBe(403);
});

const WRONG = rowsIn<[string, string, string, string]>('programme/refused-rows.txt');
test.each(WRONG)('%s is named with its cell, and its line stays out', async (_what, row, field, said) => {
  const before = await programme();
  const { lines } = await tryOut(cells('№|Имя|Песня|Клип|Возрастная отметка|Рассказ', '1|Анна|', row));
  const problems = [{ field, message: expect.stringContaining(said) }];
  expect(lines[1]).toMatchObject({ line: 3, outcome: 'wrong', problems });
  expect(await programme()).toEqual(before);
});

test('a wrong line is left out and the others are stored', async () => {
  expect(outcomes(await plan(cells('Имя|Клип', 'Ян|нет', 'Юна|')))).toEqual(['Ян wrong', 'Юна new']);
  expect((await programme()).names.at(-1)).toBe('Юна');
});

test('new places are said beside the former ones, who is not in the table follows, a wrong cell moves nobody to the end, and spaces that look alike are no change', async () => {
  const { names } = await programme();
  const [first = '', second = '', third = ''] = names;
  await plan(cells('Имя|Песня', `${first}|Дом\u00a0у реки`));
  const rows = cells('№|Имя|Песня|Клип', `1|${second}||`, '4|Лада||нет', `2|${first}|Дом у реки|нет`, `3|${third}||`);
  const said = (await plan(rows)).lines.map(({ outcome, changes }) => [
    outcome,
    ...changes.map((each) => Object.values(each).join()),
  ]);
  expect(said).toEqual([['changed', 'number,2,1'], ['wrong'], ['wrong', 'number,1,2'], ['same']]);
  expect((await programme()).names).toEqual([second, first, ...names.slice(2)]);
});

test('all or nothing is stored: beyond two hundred contestants nobody comes', async () => {
  const before = await programme();
  const rows = cells('Имя', ...Array.from({ length: 199 }, (_, at) => `Участник ${at}`));
  for (const dryRun of [true, false]) expect((await load(rows, { dryRun })).json()).toMatchObject({ code: 'too_many' });
  expect(await programme()).toEqual(before);
});

test.each([
  [{ rows: 'x' }, 400],
  [{ rows: [['Имя'], [5]] }, 400],
  [{ rows: Array.from({ length: 302 }, () => ['Имя']) }, 400],
  [{ rows: [Array.from({ length: 51 }, () => 'Имя')] }, 400],
  [{ rows: [['Имя', 'я'.repeat(32_768)]] }, 400],
  [{ rows: [['Имя']], columns: ['slug'] }, 400],
])('the table %.60j is refused', async (body, status) =>
  expect((await t.editor('POST', TABLE, body)).statusCode).toBe(status),
);

test('a table is of a show that there is, in the version one saw', async () => {
  const rows = [['Имя'], ['Никто']];
  expect((await t.editor('POST', '/api/admin/shows/999/table', { rows })).statusCode).toBe(404);
  expect((await t.editor('POST', TABLE, { rows }, { 'if-match': '"1"' })).statusCode).toBe(412);
});
