import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { addShow, arm, jury } from '../programme/show.ts';
import { eventually, expectNoComplaints, PHONE } from '../rig/browser/panel.ts';
import * as finger from '../rig/browser/thumb.ts';
import { sample } from '../rig/cases.ts';
import { needBrowser } from '../rig/needs.ts';

/** How an operator presses, and keeps pressed until something is done. */
const thumb = {
  press: (target: Locator) => target.tap(),
  write: (target: Locator, text: string) => target.fill(text),
  choose: (target: Locator): Promise<unknown> => target.selectOption({ index: 1 }),
  hold: finger.hold,
};

/** More stops than the desk and the menu have. */
const MAX_TABS = 80;

const keys: typeof thumb = {
  async write(target, text) {
    await reach(target);
    await target.page().keyboard.type(text);
  },
  async choose(target) {
    await reach(target);
    await target.page().keyboard.press('ArrowDown');
  },
  async press(target) {
    // A button rests for a second after a press, and one that is disabled is no stop of Tab.
    await eventually(() => target.isEnabled()).toBe(true);
    await reach(target);
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
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error('The button is not reached by Tab.');
}

const WAYS = [
  ['thumb', thumb, { hasTouch: true, isMobile: true }],
  ['keyboard', keys, {}],
] as const;

test.each(sample(WAYS, 2))(
  'the whole night runs from a phone by %s alone',
  async (_way, { press, hold, write, choose }, options) => {
    const panel = await needBrowser();
    const { ask, call, read } = panel;
    await call('PUT', '/vote-settings', { voting_url: 'https://vote.example.org/' });
    const { id: show, ids } = await addShow(ask, ['Анна', 'Борис'], { starts_at: new Date().toISOString() });
    await arm(ask, show, jury({ Псков: [[ids[1], 12]], Тверь: [[ids[1], 12]] }));
    await call('POST', '/admin/news', { title: 'Победил Борис', slug: 'winner', status: 'draft' });

    const page = await panel.open('/admin/live', { viewport: PHONE, ...options });
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    const order = async (name: string, brings: string | Locator) => {
      await press(button(name));
      await (typeof brings === 'string' ? page.getByText(brings) : brings).waitFor();
    };
    await page.getByText('На связи', { exact: true }).waitFor();
    await order('Включить трансляцию', button(/^Выключить трансляцию/));
    await order('Дальше: Анна', 'Сейчас: Анна');
    await order('Дальше: Борис', 'Сейчас: Борис');
    await press(page.getByRole('button', { name: 'Ещё', exact: true }));
    await order('Перерыв', 'Сейчас: перерыв');
    await page.getByRole('button', { name: 'Ещё', exact: true, expanded: false }).waitFor();
    await hold(button(/^Открыть голосование/), () => button(/^Закрыть голосование/).waitFor());
    await hold(button(/^Закрыть голосование/), () => button(/^Открыть голосование/).waitFor());
    await write(page.getByLabel('Текст'), 'Итоги через пять минут');
    await press(button('Показать на сайте'));
    await press(button('Убрать с сайта'));
    await button('Убрать с сайта').waitFor({ state: 'detached' });
    await press(button('Открыть «Жюри: Псков»'));
    await order('Открыть «Жюри: Тверь»', page.getByText('Открыто шагов: 2 из 2'));
    await choose(page.getByLabel('Подготовленная новость'));
    const status = async () => (await read('/admin/news/winner')).status;
    await hold(button(/^Опубликовать «Победил Борис»/), () => eventually(status).toBe('published'));
    const bar = page.getByRole('region', { name: 'Ход концерта' });
    await hold(button(/^Конец шоу/), () => bar.getByText('Концерт окончен').waitFor());
    expect(await bar.getByRole('button', { name: /^(?!Отменить)/ }).count()).toBe(0);
    await hold(button(/^Выключить трансляцию/), () => button('Включить трансляцию').waitFor());

    expect(await read('/stage')).toMatchObject({ state: 'ended', show: { id: show } });
    expect(await read('/results')).toMatchObject({ state: 'final', show: { id: show } });
    expect(await read('/watch-settings')).toMatchObject({ is_stream_enabled: false, is_stream_over: true });
    expect(await read('/vote-settings')).toMatchObject({ vote_state: 'closed' });
    expect(await read('/urgent')).toMatchObject({ text: '' });
    expectNoComplaints(page);
  },
);
