import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually, expectNoComplaints, PHONE } from '../rig/browser/panel.ts';
import { hold } from '../rig/browser/thumb.ts';
import { needBrowser } from '../rig/needs.ts';

const WORDS = { title: 'Финал', description: 'Прямой эфир' };
/** More stops than the desk and the menu have. */
const MOST_TABS = 80;

const panel = await needBrowser();

const stored = async (path: string) => (await (await panel.call('GET', path)).json()) as Record<string, unknown>;
const make = async (path: string, body: object) =>
  ((await (await panel.call('POST', path, body)).json()) as { id: number }).id;

/** How an operator presses, and keeps pressed until something is done. */
interface Hands {
  press: (target: Locator) => Promise<void>;
  hold: (target: Locator, isDone: () => Promise<unknown>) => Promise<void>;
  write: (target: Locator, text: string) => Promise<void>;
  /** The first choice of a list that is not its empty one. */
  choose: (target: Locator) => Promise<unknown>;
}

const thumb: Hands = {
  press: (target) => target.tap(),
  write: (target, text) => target.fill(text),
  choose: (target) => target.selectOption({ index: 1 }),
  hold,
};

const keys: Hands = {
  async write(target, text) {
    await reach(target);
    await target.page().keyboard.type(text);
  },
  async choose(target) {
    await reach(target);
    await target.page().keyboard.press('ArrowDown');
  },
  async press(target) {
    await reach(target);
    // A main button rests for a second after a press.
    await eventually(() => target.isEnabled()).toBe(true);
    await target.page().keyboard.press('Enter');
  },
  async hold(target, isDone) {
    await reach(target);
    await target.page().keyboard.down('Enter');
    await isDone();
    await target.page().keyboard.up('Enter');
  },
};

/** By Tab alone. */
async function reach(target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error('The button is not reached by Tab.');
}

/** A show of two with points to reveal, and the news of the winner as a draft. */
async function prepareNight(slug: string): Promise<number> {
  await panel.call('PUT', '/watch-settings', {
    ...WORDS,
    is_stream_enabled: false,
    is_stream_over: false,
    starts_at: null,
  });
  await panel.call('PUT', '/vote-settings', { voting_url: 'https://vote.example.org/', is_voting_enabled: false });
  const show = await make('/admin/shows', { title: 'Гранд-финал', starts_at: new Date().toISOString() });
  const ids: number[] = [];
  for (const name of ['Анна', 'Борис']) ids.push(await make('/admin/contestants', { name, shows: [show] }));
  const givers = ['Псков', 'Тверь'].map((name) => ({ name, points: [[ids[1], 12]] }));
  const sections = [{ kind: 'jury', title: 'Жюри', mode: 'givers', scale: [], givers }];
  await panel.call('PUT', `/admin/results/${show}`, { sections, control_total: 24 });
  await panel.call('POST', `/results/${show}/arm`);
  await panel.call('POST', '/admin/news', { title: 'Победил Борис', slug, status: 'draft' });
  return show;
}

async function playNight(page: Page, slug: string, hands: Hands): Promise<void> {
  const { press, write, choose } = hands;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await page.getByText('На связи', { exact: true }).waitFor();
  await press(button('Включить трансляцию'));
  await button(/^Выключить трансляцию/).waitFor();
  await press(button('Дальше: Анна'));
  await page.getByText('Сейчас: Анна').waitFor();
  await press(button('Дальше: Борис'));
  await page.getByText('Сейчас: Борис').waitFor();
  await press(button('Перерыв'));
  await page.getByText('Сейчас: перерыв').waitFor();
  await hands.hold(button(/^Открыть голосование/), () => button(/^Закрыть голосование/).waitFor());
  await hands.hold(button(/^Закрыть голосование/), () => button(/^Открыть голосование/).waitFor());
  await write(page.getByLabel('Текст'), 'Итоги через пять минут');
  await press(button('Показать на сайте'));
  await press(button('Убрать с сайта'));
  await button('Убрать с сайта').waitFor({ state: 'detached' });
  await press(button('Открыть «Жюри: Псков»'));
  await press(button('Открыть «Жюри: Тверь»'));
  await button('Все шаги открыты').waitFor();
  await choose(page.getByLabel('Подготовленная новость'));
  const status = async () => (await stored(`/admin/news/${slug}`)).status;
  await hands.hold(button(/^Опубликовать «Победил Борис»/), () => eventually(status).toBe('published'));
  await press(button('Конец шоу'));
  await page.getByText('Концерт окончен').waitFor();
  await hands.hold(button(/^Выключить трансляцию/), () => button('Включить трансляцию').waitFor());
}

test.each([
  ['thumb', thumb],
  ['keyboard', keys],
] as const)('the whole night runs from a phone by %s alone', async (name, hands) => {
  const slug = `winner-by-${name}`;
  const show = await prepareNight(slug);
  const page = await panel.open('/admin/live', {
    viewport: PHONE,
    hasTouch: hands === thumb,
    isMobile: hands === thumb,
  });
  await playNight(page, slug, hands);
  expect(await stored('/stage')).toMatchObject({ state: 'ended', show: { id: show } });
  expect(await stored('/results')).toMatchObject({ state: 'final', show: { id: show } });
  expect(await stored('/watch-settings')).toMatchObject({ is_stream_enabled: false, is_stream_over: true });
  expect(await stored('/vote-settings')).toMatchObject({ vote_state: 'closed' });
  expect((await stored('/urgent')).text).toBe('');
  expectNoComplaints(page);
  for (const path of [`/results/${show}/reveal`, `/results/${show}/arm`, `/admin/shows/${show}`])
    await panel.call('DELETE', path);
});
