import { expect, test } from 'vitest';
import { card, click, eventually, expectNoComplaints, findBarriers, follow, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();

const WORDS = { title: 'Финал', description: 'Прямой эфир' };

test('the switches of the night ask, save at once, say what visitors see, are taken back, and stop at a change by somebody else', async () => {
  await panel.call('PUT', '/watch-settings', { ...WORDS, is_stream_enabled: false });
  await panel.call('PUT', '/vote-settings', { is_voting_enabled: false, voting_url: 'https://vote.example.org/' });
  const page = await panel.open('/admin', { viewport: PHONE });
  const watch = card(page, 'Трансляция');
  const isOn = async () => (await panel.read('/watch-settings')).is_stream_enabled;
  await watch.getByText('сообщение, что трансляция ещё не началась, а после концерта — что завершена.').waitFor();
  const button = watch.getByRole('button', { name: 'Включить трансляцию' });
  await button.click();
  const asked = page.getByRole('alertdialog', { name: 'Включить трансляцию?' });
  await asked.getByText('плеер сайта; адрес потока в настройках не указан.').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await asked.getByRole('button', { name: 'Отмена' }).click();
  expect(await isOn()).toBe(false);
  await button.click();
  await click(asked, 'Включить', watch.getByRole('button', { name: 'Выключить трансляцию' }));
  await eventually(() => panel.read('/watch-settings')).toMatchObject({ ...WORDS, is_stream_enabled: true });
  await click(page, 'Отменить', button);
  await eventually(isOn).toBe(false);
  expectNoComplaints(page);

  const vote = card(page, 'Голосование');
  const state = async () => (await panel.read('/vote-settings')).vote_state;
  await vote.getByRole('button', { name: 'Включить голосование' }).click();
  const question = page.getByRole('alertdialog', { name: 'Включить голосование?' });
  await question.getByText('кнопку, которая ведёт на vote.example.org.').waitFor();
  await panel.call('PUT', '/vote-settings', { voting_url: 'https://other.example.org/' });
  await click(question, 'Включить', 'Настройки только что изменил кто-то ещё.');
  expect(await panel.read('/vote-settings')).toMatchObject({ is_voting_enabled: false });
  await question.getByText('кнопку, которая ведёт на other.example.org.').waitFor();
  await click(question, 'Включить', vote.getByText('Открыто', { exact: true }));
  await eventually(state).toBe('open');
  // The undo bar takes back only what it offered to.
  await panel.call('PUT', '/vote-settings', { description: 'Иначе' });
  await click(page, 'Отменить', 'с тех пор настройки изменил кто-то ещё');
  await eventually(state).toBe('open');
});

test('the list of a new site leads to the very field, without what is done, and goes for good', async () => {
  await panel.call('PUT', '/vote-settings', { voting_url: '', is_voting_enabled: false });
  const fresh = card(await panel.open('/admin'), 'Голосование');
  const address = fresh.getByRole('link', { name: 'Укажите адрес голосования' });
  await eventually(() => address.getAttribute('href')).toBe('/admin/voting#voting_url');
  expect(await fresh.getByRole('button').count()).toBe(0);
  await panel.call('PUT', '/vote-settings', { voting_url: 'https://vote.example.org/' });
  const page = await panel.open('/admin');
  const list = card(page, 'Осталось настроить');
  await list.waitFor();
  expect(await list.getByRole('link', { name: 'Голосование' }).count()).toBe(0);
  await follow(list, 'Первый экран', page.locator('[name=hero_title]:focus'));
  await panel.call('PUT', '/site-content', { hero_title: 'Сцена', hero_text: 'Песни' });
  await follow(page, 'Обзор', list);
  await eventually(() => list.getByRole('link', { name: 'Первый экран' }).count()).toBe(0);
  await list.getByRole('button', { name: 'Больше не показывать' }).click();
  await list.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Отменить' }).click();
  await click(list, 'Больше не показывать', page.getByText('Список «Осталось настроить» скрыт у всех.'));
  await eventually(() => panel.read('/admin/first-run')).toMatchObject({ isDismissed: true });
  expectNoComplaints(page);
});

test('the audit log says what was changed and puts it back, unless it has changed since', async () => {
  const before = { is_stream_enabled: false, player_url: '/player' };
  const player_url = 'https://rutube.ru/play/embed/1';
  for (const change of [before, { is_stream_enabled: true, player_url }])
    await panel.call('PUT', '/watch-settings', { ...WORDS, ...change });
  await panel.call('PUT', '/site-content', { hero_title: 'Большая сцена' });
  await panel.call('POST', '/admin/news', { title: 'На сцене «Маяк»' });
  const show = { title: 'Отбор', starts_at: '2031-07-19T18:00:00Z' };
  const id = await panel.make('/admin/shows', show);
  await panel.call('PUT', `/admin/shows/${id}`, { ...show, is_public: false });
  const page = await panel.open('/admin/journal');
  const entries = page.getByRole('main').getByRole('listitem');
  await entries.getByText('Новость «На сцене „Маяк“» создана.').waitFor();
  await entries.getByText('Показывать на сайте: теперь нет').waitFor();
  const entry = entries.filter({ hasText: 'Трансляция включена.' }).first();
  await entry.getByText('было «/player», стало «https://rutube.ru/play/embed/1»').waitFor();
  await eventually(() => page.getByText('Вход в панель.').count()).toBe(0);
  await entry.getByRole('button', { name: 'Вернуть как было' }).click();
  const question = page.getByRole('alertdialog', { name: 'Вернуть как было?' });
  expect(await findBarriers(page)).toEqual([]);
  await click(question, 'Вернуть', entries.filter({ hasText: 'Трансляция выключена.' }).first());
  await eventually(() => panel.read('/watch-settings')).toMatchObject(before);
  await page.getByRole('button', { name: 'Отменить' }).click();
  await eventually(async () => (await panel.read('/watch-settings')).is_stream_enabled).toBe(true);

  await page.getByLabel('Что').selectOption('Тексты сайта');
  // The former list stays until the filtered one is there.
  await eventually(() => entries.filter({ hasText: 'Трансляция' }).count()).toBe(0);
  const text = entries.filter({ hasText: 'Крупный заголовок: ' }).first();
  await text.getByText('стало «Большая сцена»').waitFor();
  await panel.call('PUT', '/site-content', { hero_title: 'Другая сцена' });
  await text.getByRole('button', { name: 'Вернуть как было' }).click();
  await click(question, 'Вернуть', 'с тех пор это изменили ещё раз');
  await eventually(() => panel.read('/site-content')).toMatchObject({ hero_title: 'Другая сцена' });
  await question.getByRole('button', { name: 'Отмена' }).click();

  await page.getByLabel('Что').selectOption('Входы в панель');
  await page.getByText('Вход в панель.').first().waitFor();
  await page.getByLabel('Кто').selectOption('Сервер');
  await page.getByText('Таких записей в журнале нет').waitFor();
  expect(new URL(page.url()).search).toBe('?view=sessions&who=-');
});
