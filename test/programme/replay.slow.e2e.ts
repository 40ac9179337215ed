import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Contestant } from '../../model/programme/contestant-schema.ts';
import type { Show } from '../../model/programme/show-row.ts';
import { choose, click, eventually, expectNoComplaints, findBarriers, follow } from '../rig/browser/panel.ts';
import { inPieces } from '../rig/browser/pieces.ts';
import { noteShifts, shiftsOf } from '../rig/browser/shifts.ts';
import { recordingOf, serveStream } from '../rig/browser/stream.ts';
import { needBrowser } from '../rig/needs.ts';
import { addShow, arm, emptyProgramme, jury, putOnStage, reveal } from './show.ts';

const RECORDING = '/recordings/final.m3u8';
const SECOND = 1000;

const { server, ask, visit } = await needBrowser();
const stream = await serveStream();
afterAll(stream.cut);
/** The first frame of the recording; a minute after its first 24 seconds is missing. */
const from = Date.now() - 400 * SECOND;
const OVER = {
  ...{ is_stream_enabled: false, is_stream_over: true },
  ...{ recording_url: RECORDING, recording_starts_at: new Date(from).toISOString() },
};
const put = (change: object) => ask('PUT', '/watch-settings', { title: 'Гранд-финал', description: 'Эфир', ...change });
const at = (second: number) => ({ at: new Date(from + second * SECOND).toISOString() });
await put({ stream_url: stream.address });
const { id: show, ids } = await addShow(ask, ['Анна', 'Борис'], { starts_at: new Date(from).toISOString() });
const [anna = 0, boris = 0] = ids;
await putOnStage(ask, show, anna, at(2));
await putOnStage(ask, show, boris, at(90));
await arm(ask, show, jury({ Псков: [[anna, 12]], Тверь: [[boris, 12]] }));
await reveal(ask, show, 1, at(5));
await reveal(ask, show, 1, at(88));

async function open(path: string): Promise<{ page: Page; loaded: string[] }> {
  const loaded: string[] = [];
  const prepare = (page: Page) =>
    page.route(`**${RECORDING}`, (route) => {
      loaded.push(route.request().url());
      const body = recordingOf([from, from + 84 * SECOND], new URL(stream.address).origin);
      return route.fulfill({ contentType: 'application/vnd.apple.mpegurl', body });
    });
  const page = await visit(server.origin + path, { viewport: { width: 1366, height: 768 }, prepare });
  return { page, loaded };
}

const second = (page: Page) =>
  page
    .frameLocator('iframe')
    .locator('video')
    .evaluate(({ currentTime, paused }: HTMLVideoElement) => (paused ? -1 : currentTime));
const chapter = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Выступления' }).getByRole('link', { name });

test('an open page becomes the recording when the broadcast is over, goes to a performance by a tap or a key, and shows the points of that moment', async () => {
  await put({ is_stream_enabled: true });
  const { page, loaded } = await open('/watch');
  await page.getByText('Прямой эфир', { exact: true }).waitFor();
  await put(OVER);
  await page.getByRole('heading', { name: 'Выступления' }).waitFor();
  // Not a byte of it before somebody wants to watch.
  await page.frameLocator('iframe').getByRole('button', { name: 'Смотреть' }).waitFor();
  expect(loaded).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);
  await chapter(page, 'Борис').click();
  await expect.poll(() => second(page)).toBeGreaterThanOrEqual(30);
  expect(new URL(page.url()).search).toBe('?t=90');
  await page.locator('a[aria-current="true"]', { hasText: 'Борис' }).waitFor();
  await page.getByText('Жюри: Тверь. 12 баллов — Борис.').waitFor();
  await chapter(page, 'Анна').press('Enter');
  await page.locator('a[aria-current="true"]', { hasText: 'Анна' }).waitFor();
  await expect.poll(() => second(page)).toBeGreaterThanOrEqual(2);
  expect(await second(page)).toBeLessThan(24);
  await page.getByText('Жюри: Псков. 12 баллов — Анна.').waitFor();
  expect(await page.getByText('Тверь').count()).toBe(0);
});

test('the page of a contestant leads to the place of the recording, which plays from there', async () => {
  await put(OVER);
  const { page } = await open('/programme/boris');
  await page.getByRole('link', { name: 'Смотреть выступление в записи' }).click();
  await page.waitForURL('**/watch?t=90');
  await expect.poll(() => second(page)).toBeGreaterThanOrEqual(30);
  await page.locator('a[aria-current="true"]', { hasText: 'Борис' }).waitFor();
});

test.each([
  ['the recording', '/watch', OVER, 1366],
  ['the broadcast with points', '/watch', { is_stream_enabled: true, stream_url: stream.address }, 1366],
  ['a contestant', '/programme/boris', OVER, 360],
])('%s stays where it was painted while more of its page arrives', async (_page, path, settings, width) => {
  await put(settings);
  const slow = await inPieces(server.origin);
  onTestFinished(slow.close);
  const page = await visit(slow.origin + path, {
    viewport: { width, height: 768 },
    stored: { cookieConsent: 'true' },
    prepare: (page) => page.addInitScript(noteShifts),
  });
  // The header's menu grows from the right.
  expect((await shiftsOf(page)).filter((shift) => Number.parseFloat(shift) > 0.02)).toEqual([]);
});

const panel = await needBrowser();

const names = async (title: string) => {
  const { shows, contestants } = await panel.read<{ shows: Show[]; contestants: Contestant[] }>('/programme');
  const order = shows.find((show) => show.title === title)?.running_order ?? [];
  return order.map((id) => contestants.find((contestant) => contestant.id === id)?.name);
};

beforeEach(() => emptyProgramme(panel.site));

test('the programme is put in order by two keys and by one undo, and loses nobody', async () => {
  const { id: final } = await addShow(panel.ask, ['Первая', 'Вторая', 'Третья']);
  await addShow(panel.ask, ['Гостья'], { title: 'Полуфинал' });
  const page = await panel.open(`/admin/programme?show=${final}`);
  await page.getByRole('button', { name: 'Переставить: Первая' }).focus();
  await page.keyboard.press('ArrowDown');
  await eventually(() => names('Финал')).toEqual(['Вторая', 'Первая', 'Третья']);
  await page.getByRole('button', { name: 'Отменить' }).click();
  await eventually(() => names('Финал')).toEqual(['Первая', 'Вторая', 'Третья']);

  const menu = (of: string, item: string) => choose(page, `Ещё: ${of}`, item);
  await menu('Вторая', 'Снять с конкурса');
  await page.getByText('Не участвует', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Отменить' }).click();
  await page.getByText('Не участвует', { exact: true }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Из уже добавленных' }).click();
  const dialog = page.getByRole('dialog', { name: 'Кто ещё выступит: «Финал»' });
  await dialog.getByLabel(/^Гостья/).check();
  await dialog.getByRole('button', { name: 'Добавить' }).click();
  await eventually(() => names('Финал')).toEqual(['Первая', 'Вторая', 'Третья', 'Гостья']);
  await page.getByRole('button', { name: 'Ещё: Гостья' }).waitFor();
  await menu('Гостья', 'Убрать из концерта');
  await eventually(() => names('Финал')).toEqual(['Первая', 'Вторая', 'Третья']);

  await menu('Вторая', 'Удалить');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
  await eventually(() => names('Финал')).toEqual(['Первая', 'Третья']);

  await page.getByRole('button', { name: 'Удалить концерт: Финал' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
  await follow(page, 'Без концерта', page.getByRole('button', { name: 'Изменить: Третья' }));
  expectNoComplaints(page);
});

test('the programme that somebody else has changed meanwhile is shown, and keeps its order', async () => {
  const { id: final } = await addShow(panel.ask, ['Первая', 'Вторая']);
  const page = await panel.open('/admin/programme');
  await page.getByRole('button', { name: 'Ниже: Первая' }).waitFor();
  await panel.call('POST', '/admin/contestants', { name: 'Чужая', shows: [final] });
  await click(page, 'Ниже: Первая', /^Порядок не сохранён: Пока вы редактировали/);
  await page.getByRole('button', { name: 'Переставить: Чужая' }).waitFor();
  expect(await names('Финал')).toEqual(['Первая', 'Вторая', 'Чужая']);
});
