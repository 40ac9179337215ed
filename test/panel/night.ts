import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { addShow, arm, jury } from '../programme/show.ts';
import { eventually, expectNoComplaints, type Panel, PHONE } from '../rig/browser/panel.ts';

/** How an operator presses, and keeps pressed until something is done. */
export interface Hands {
  press: (target: Locator) => Promise<void>;
  hold: (target: Locator, isDone: () => Promise<unknown>) => Promise<void>;
  write: (target: Locator, text: string) => Promise<void>;
  choose: (target: Locator) => Promise<unknown>;
}

export async function runNight(panel: Panel, { press, hold, write, choose }: Hands, options: object): Promise<void> {
  const { ask, call, read } = panel;
  const watch = { title: 'Финал', description: 'Прямой эфир', starts_at: null };
  await call('PUT', '/watch-settings', { ...watch, is_stream_enabled: false, is_stream_over: false });
  await call('PUT', '/vote-settings', { voting_url: 'https://vote.example.org/', is_voting_enabled: false });
  const title = 'Гранд-финал';
  const { id: show, ids } = await addShow(ask, ['Анна', 'Борис'], { title, starts_at: new Date().toISOString() });
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
  expect([await read('/vote-settings'), await read('/urgent')]).toMatchObject([{ vote_state: 'closed' }, { text: '' }]);
  expectNoComplaints(page);
}
