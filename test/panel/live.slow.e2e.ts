import type { Page, Route } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addShow, putOnStage } from '../programme/show.ts';
import { passSeconds } from '../rig/browser/clock.ts';
import {
  click,
  eventually,
  expectFits,
  expectNoComplaints,
  fillLogin,
  findBarriers,
  PHONE,
  send,
} from '../rig/browser/panel.ts';
import { hold } from '../rig/browser/thumb.ts';
import { needBrowser } from '../rig/needs.ts';

const WORDS = { title: 'Финал', description: 'Прямой эфир' };
const THUMB = { viewport: PHONE, hasTouch: true, isMobile: true };

const IGOR = { username: 'Игорь', password: 'another secret of Igor' };

const panel = await needBrowser();
await panel.call('POST', '/admin/admins', { ...IGOR, role: 'broadcast' });

const { read: stored } = panel;
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const connected = (page: Page) => page.getByText('На связи', { exact: true }).waitFor();
const openDesk = async (options: object = {}) => {
  const page = await panel.open('/admin/live', options);
  await connected(page);
  return page;
};
const offline = async (page: Page) => {
  await page.context().setOffline(true);
  await page.getByText('Нет связи', { exact: true }).waitFor();
};
const isOn = async () => (await stored('/watch-settings')).is_stream_enabled;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const unsentOn = (page: Page) => page.getByRole('list', { name: 'Не отправлено' });
const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('rampa.desk'));

beforeEach(async () => {
  await panel.call('PUT', '/watch-settings', { ...WORDS, is_stream_enabled: false, sources: [] });
  const vote = { voting_url: 'https://vote.example.org/', opens_at: null, closes_at: null };
  await panel.call('PUT', '/vote-settings', { ...vote, is_voting_enabled: false });
  await panel.call('PUT', '/urgent', { text: '' });
});

test('a desk that stands open asks for nothing beside its stream and the check of it', async () => {
  const page = await panel.open('/admin/live', { prepare: (early: Page) => early.clock.install() });
  await connected(page);
  await part(page, 'Кто что нажал').getByRole('listitem').first().waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await passSeconds(page, 90);
  expect(asked).toContain('/api/admin/desk');
  // The panel itself looks after its session.
  expect(asked.filter((path) => path !== '/api/admin/desk' && path !== '/api/auth/verify')).toEqual([]);
});

test('the control desk says so while it hears of changes and cannot read them', async () => {
  const page = await openDesk();
  const desk = '**/api/admin/desk*';
  await page.route(desk, (route) => route.fulfill({ status: 503, json: { message: 'База данных недоступна.' } }));
  await panel.call('PUT', '/urgent', { text: 'Двери закрыты' });
  await page.getByText('Не обновляется', { exact: true }).waitFor();
  await page.unroute(desk);
  await panel.call('PUT', '/urgent', { text: 'Двери открыты' });
  await connected(page);
  await part(page, 'Срочное сообщение').getByText('Двери открыты').waitFor();
});

test('the control desk runs the stream and the vote by thumb on a phone: one press, a hold, and an undo, which takes the vote back whole after its set end and before its set start', async () => {
  await panel.call('PUT', '/watch-settings', { ...WORDS, sources: [{ title: 'Основной' }, { title: 'Запасной' }] });
  const page = await openDesk(THUMB);
  await button(page, 'Включить трансляцию').tap();
  await part(page, 'Трансляция').getByText('Включена', { exact: true }).waitFor();
  await button(page, 'Запасной').tap();
  await eventually(async () => (await stored('/watch-settings')).active_source).toBe('source-2');
  await hold(button(page, /^Выключить трансляцию/), () => button(page, 'Включить трансляцию').waitFor());
  expect(await stored('/watch-settings')).toMatchObject({ is_stream_enabled: false, active_source: 'source-2' });
  await page.getByText('Трансляция выключена.').first().waitFor();
  await button(page, 'Отменить').tap();
  await eventually(isOn).toBe(true);
  await expectFits(page);
  // A style sheet of the site would hide the text of its buttons.
  const sheets = await page.evaluate(() => Array.from(document.styleSheets, ({ href }) => href ?? ''));
  expect(sheets.filter((href) => /\/assets\/site-[^/]+\.css/.test(href))).toEqual([]);

  const [open, close] = [button(page, /^Открыть голосование/), button(page, /^Закрыть голосование/)];
  for (const { hint, ...vote } of [
    { is_voting_enabled: true, opens_at: null, closes_at: inHours(-1), hint: /Назначенный конец прошёл/ },
    { is_voting_enabled: false, opens_at: inHours(1), closes_at: null, hint: /Начало ещё впереди/ },
  ]) {
    await panel.call('PUT', '/vote-settings', vote);
    await part(page, 'Голосование').getByText(hint).waitFor();
    await hold(open, () => close.waitFor());
    expect(await stored('/vote-settings')).toMatchObject({ vote_state: 'open' });
    await page.getByText('Голосование открыто.').first().waitFor();
    await button(page, 'Отменить').tap();
    await open.waitFor();
    expect(await stored('/vote-settings')).toMatchObject({ ...vote, vote_state: 'closed' });
  }
  await part(page, 'Кто что нажал').getByText('Голосование включено').first().waitFor();
  expectNoComplaints(page);
});

test('the control desk keeps what could not be sent, refuses it over a change that it had not shown, sends it otherwise, and lets it be cancelled', async () => {
  const page = await openDesk(THUMB);
  await offline(page);
  await button(page, 'Включить трансляцию').tap();
  const unsent = unsentOn(page);
  await unsent.waitFor();
  await panel.call('PUT', '/watch-settings', { ...WORDS, title: 'Полуфинал' });
  await page.context().setOffline(false);
  await page.getByRole('alert').getByText('Не принято: Трансляция включена.').waitFor();
  expect(await isOn()).toBe(false);
  await connected(page);

  await offline(page);
  await button(page, 'Включить трансляцию').tap();
  await unsent.getByText('Трансляция включена').waitFor();
  await page.getByLabel('Текст').fill('Никогда');
  await button(page, 'Показать на сайте').tap();
  const second = unsent.getByRole('listitem').filter({ hasText: 'Срочное сообщение показано' });
  await second.getByRole('button', { name: 'Отменить' }).tap();
  await second.waitFor({ state: 'detached' });
  expect(await isOn()).toBe(false);
  await page.context().setOffline(false);
  await unsent.waitFor({ state: 'detached' });
  await connected(page);
  expect([await isOn(), (await stored('/urgent')).text]).toEqual([true, '']);
});

/** One press that waits for a network that does not come back. */
const leaveUnsent = async () => {
  const page = await openDesk();
  await page.route('**/api/watch-settings', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await click(page, 'Включить трансляцию', unsentOn(page).getByText('Трансляция включена'));
  return page;
};

test('the control desk sends a waiting press for nobody but who pressed, and says so; signing out drops it', async () => {
  const page = await leaveUnsent();
  const { token } = await (await send(panel.server.origin, 'POST', '/auth/login', undefined, IGOR)).json();
  await page.unrouteAll();
  // Igor has signed in where Olga's session had ended.
  await page.evaluate((value) => localStorage.setItem('authToken', value), token);
  await page.getByRole('alert').getByText('Трансляция включена. Нажимал другой администратор.').waitFor();
  expect(await isOn()).toBe(false);

  const left = await leaveUnsent();
  await click(left, 'Выйти', left.getByRole('heading', { name: 'Вход' }));
  expect(await kept(left)).toBe(null);
  await left.unrouteAll();
  await fillLogin(left);
  await left.getByRole('link', { name: 'Пульт эфира' }).first().click();
  await connected(left);
  expect([await unsentOn(left).count(), await isOn()]).toEqual([0, false]);
});

test('the control desk publishes the prepared winner by one hold, and withdraws it', async () => {
  await panel.call('POST', '/admin/news', { title: 'Победил Глеб', slug: 'pobedil', status: 'draft' });
  const page = await openDesk(THUMB);
  const status = async () => (await stored('/admin/news/pobedil')).status;
  await page.getByLabel('Подготовленная новость').selectOption({ label: 'Победил Глеб' });
  const publish = button(page, /^Опубликовать «Победил Глеб»/);
  await hold(publish, () => eventually(status).toBe('published'));
  await button(page, 'Отменить').tap();
  await eventually(status).toBe('draft');
});

test('the control desk takes two presses for a hold, and asks again when the button has become another one since the first', async () => {
  const page = await openDesk();
  const open = button(page, /^Открыть голосование/);
  await open.dispatchEvent('click');
  await open.getByText('Нажмите ещё раз или держите').waitFor();
  await panel.call('PUT', '/vote-settings', { is_voting_enabled: true });
  const close = button(page, /^Закрыть голосование/);
  await close.getByText('Нажмите и держите').waitFor();
  await close.dispatchEvent('click');
  await close.getByText('Нажмите ещё раз или держите').waitFor();
  expect(await stored('/vote-settings')).toMatchObject({ vote_state: 'open' });
  // As a screen reader presses.
  await close.dispatchEvent('click');
  await open.waitFor();
  expect(await stored('/vote-settings')).toMatchObject({ vote_state: 'closed' });
  await part(page, 'Кто что нажал').getByText('Голосование выключено').first().waitFor();
});

test('the control desk does not call its own press another’s when only the answer was lost, also after a reload', async () => {
  const page = await openDesk();
  let isSent = false;
  await page.route('**/api/watch-settings', async (route) => {
    if (isSent || route.request().method() === 'GET') return route.fallback();
    isSent = true;
    await route.fetch();
  });
  await button(page, 'Включить трансляцию').click();
  await eventually(isOn).toBe(true);
  // A discarded tab writes nothing more.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {};
  });
  await page.reload();
  await connected(page);
  await button(page, /^Выключить трансляцию/).waitFor();
  await eventually(() => kept(page)).toBe('[]');
  expect(await page.getByRole('alert').allTextContents()).toEqual([]);
});

test('an urgent message goes from the desk to an open page, though it stands still, is closed by its reader, and the next one is shown again', async () => {
  const desk = await openDesk(THUMB);
  const reader = await panel.open('/', { viewport: PHONE, stored: { cookieConsent: 'true', 'rampa.view': 'still' } });
  const line = reader.getByRole('banner').getByRole('status');
  const text = desk.getByLabel('Текст');
  await text.fill('о'.repeat(290));
  await button(desk, 'Показать на сайте').tap();
  await desk.getByText('Длиннее на 90 знаков').waitFor();
  expect([(await text.inputValue()).length, (await stored('/urgent')).text]).toEqual([290, '']);
  expect(await text.evaluate((field) => field.matches('[aria-invalid=true]:focus'))).toBe(true);
  await text.fill('Начало сдвинуто на 20 минут');
  await desk.getByLabel('Ссылка, если нужна').fill('новости');
  await desk.getByText('1 час').tap();
  await button(desk, 'Показать на сайте').tap();
  await desk
    .getByRole('alert')
    .getByText(/^Не принято\. Ссылка: .*или путь на этом сайте/)
    .waitFor();
  const link = desk.getByLabel('Ссылка, если нужна');
  await eventually(() => link.evaluate((field) => field.matches('[aria-invalid=true]:focus'))).toBe(true);
  await link.fill('/news');
  await button(desk, 'Показать на сайте').tap();
  await desk.getByRole('alert').waitFor({ state: 'detached' });
  await line.getByText('Начало сдвинуто на 20 минут').waitFor();
  await expectFits(reader);
  await line.getByRole('button', { name: 'Закрыть сообщение' }).click();
  await eventually(() => line.textContent()).toBe('');
  await reader.reload();
  await reader.getByRole('heading', { level: 1 }).waitFor();
  await eventually(() => line.textContent()).toBe('');
  await button(desk, 'Убрать с сайта').tap();
  await part(desk, 'Срочное сообщение').getByText('Сейчас на сайте его нет').waitFor();
  await button(desk, 'Отменить').tap();
  await line.getByText('Начало сдвинуто на 20 минут').waitFor();
  expectNoComplaints(reader);
});

describe('the stage', () => {
  let show: number;
  let ids: number[];
  /** Another operator presses «Перерыв» from what is there now. */
  const breakElsewhere = () => putOnStage(panel.ask, show, 'break');
  const onStage = async () => {
    const { state, contestant } = await stored<{ state: string; contestant: { name: string } | null }>('/stage');
    return contestant?.name ?? state;
  };
  const row = (page: Page, name: string) => part(page, 'На сцене').getByRole('button', { name: new RegExp(name) });
  /** Who is on stage, as this desk shows it. */
  const current = async (page: Page) =>
    (await part(page, 'На сцене').locator('[aria-pressed=true]').allTextContents()).join();

  beforeAll(async () => {
    const [today, later] = [0, 7].map((days) => ({ starts_at: inHours(24 * days) }));
    await panel.call('POST', '/admin/shows', { title: 'Будущий концерт', ...later });
    ({ id: show, ids } = await addShow(panel.ask, ['Мира', 'Лев', 'Аня', 'Глеб'], today, 'Лев'));
  });

  test('goes on by one press, past who has withdrawn, over a break and back, in the order of the programme, on every open desk', async () => {
    const [page, second] = await Promise.all([openDesk(THUMB), openDesk()]);
    const order = (ids: number[]) => panel.call('PUT', `/admin/shows/${show}/order`, { ids });
    await button(page, 'Дальше: Мира').tap();
    await eventually(() => current(second)).toContain('Мира');
    await click(second, 'Перерыв', page.getByText('Сейчас: перерыв'));
    await button(page, 'Дальше: Аня').tap();
    await eventually(() => current(second)).toContain('Аня');
    await order(ids.toReversed());
    await eventually(() => button(page, 'Дальше: Мира').count()).toBe(1);
    await order(ids);
    await button(page, 'Дальше: Глеб').waitFor();
    const marked = part(page, 'На сцене').getByRole('listitem').filter({ hasText: 'Дальше' });
    expect(await marked.allTextContents()).toEqual([expect.stringContaining('Глеб')]);
    await button(page, 'Отменить выход: На сцене: Аня').tap();
    await second.getByText('Сейчас: перерыв').waitFor();
    await row(second, 'Глеб').click();
    await eventually(onStage).toBe('Глеб');
    await eventually(() => button(page, 'Дальше: больше никого').isDisabled()).toBe(true);
    await click(second, 'Перерыв', page.getByText('Сейчас: перерыв'));
    expect(await button(page, 'Дальше: больше никого').count()).toBe(1);
    await page.getByRole('button', { name: 'Ещё', exact: true }).tap();
    await hold(button(page, /^Конец шоу/), () => second.getByText('Концерт окончен').waitFor());
    await second.getByRole('region', { name: 'Показ итогов' }).getByRole('link', { name: 'Внесите баллы' }).waitFor();
    expect(await button(page, 'Дальше: Мира').count()).toBe(0);
    await row(second, 'Мира').click();
    await second.getByRole('alertdialog').getByText('Сейчас на сцене: Мира').waitFor();
    await button(second, 'Отмена').click();
    expect(await panel.read('/stage')).toMatchObject({ state: 'ended' });
    await part(page, 'Кто что нажал').getByText('Концерт «Финал» окончен.').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expectNoComplaints(second);
  });

  test('keeps its order without a network, says what waits, not that it is done, and what another operator pressed meanwhile is not pressed over', async () => {
    const page = await openDesk(THUMB);
    await row(page, 'Мира').tap();
    await button(page, 'Продолжить').tap();
    await eventually(onStage).toBe('Мира');
    await offline(page);
    const bar = part(page, 'Ход концерта');
    await button(page, 'Дальше: Аня').tap();
    await bar.getByText('Ждёт связи: На сцене: Аня').waitFor();
    await bar.getByText('Сейчас: Мира').waitFor();
    await button(page, 'Дальше: Глеб').tap();
    await bar.getByText('Ждёт связи: На сцене: Глеб и ещё 1').waitFor();
    await unsentOn(page).getByText('На сцене: Глеб').waitFor();
    expect(await onStage()).toBe('Мира');
    await page.context().setOffline(false);
    await eventually(onStage).toBe('Глеб');
    await connected(page);

    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Ещё', exact: true }).tap();
    await hold(button(page, /^Конец шоу/), () => unsentOn(page).waitFor());
    await breakElsewhere();
    await page.context().setOffline(false);
    const refused = page.getByRole('alert').getByText('последнее нажатие другое');
    await refused.waitFor();
    expect(await onStage()).toBe('break');
    await connected(page);
    await row(page, 'Мира').tap();
    await refused.waitFor({ state: 'detached' });
  });

  test('an answer that was lost takes nothing of another operator back', async () => {
    const page = await openDesk(THUMB);
    await page.route('**/api/stage', async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      await route.fetch();
      await route.abort();
    });
    await row(page, 'Мира').tap();
    await eventually(onStage).toBe('Мира');
    await breakElsewhere();
    await page.unrouteAll();
    await eventually(() => kept(page)).toBe('[]');
    await page.getByText('Сейчас: перерыв').waitFor();
    expect(await button(page, /^Отменить .+: /).count()).toBe(0);
  });

  test('is left with a press on its way: the next screen shows it, and sends it no second time', async () => {
    const page = await openDesk();
    await breakElsewhere();
    await page.getByText('Сейчас: перерыв').waitFor();
    const sent: Route[] = [];
    await page.route('**/api/stage', (route) => void sent.push(route));
    await row(page, 'Мира').click();
    await eventually(() => sent.length).toBe(1);
    await page.getByRole('link', { name: 'Программа' }).click();
    await page.getByRole('link', { name: 'Финал' }).click();
    await page.getByRole('navigation', { name: 'Рядом в меню' }).getByRole('link', { name: 'Итоги' }).click();
    await button(page, 'Добавить раздел').waitFor();
    await sent[0]?.abort();
    const unsent = unsentOn(page);
    await unsent.getByText('На сцене: Мира').waitFor();
    expect(sent.length).toBe(1);
    await unsent.getByRole('button', { name: 'Отменить' }).click();
    await unsent.waitFor({ state: 'detached' });
    expect(await onStage()).toBe('break');
  });

  test('is learned by a desk whose event stream says nothing, as soon as it is looked at', async () => {
    const page = await openDesk();
    await row(page, 'Мира').click();
    await eventually(onStage).toBe('Мира');
    // A connection that died without a word: open, and silent.
    await page.addInitScript(() => {
      EventSource.prototype.addEventListener = () => {};
    });
    await page.reload();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await eventually(() => current(page)).toContain('Мира');
    await breakElsewhere();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByText('Сейчас: перерыв').waitFor();
  });
});
