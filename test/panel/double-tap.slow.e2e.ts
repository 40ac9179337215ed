import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { readLog } from '../../model/live/log.ts';
import type { ResultsDocument } from '../../model/results/schema.ts';
import { addShow, arm, askOf, emptyProgramme, jury, putOnStage } from '../programme/show.ts';
import {
  eventually,
  expectFits,
  expectNoComplaints,
  findBarriers,
  holdRequests,
  undoBar,
} from '../rig/browser/panel.ts';
import { hold, middleOf } from '../rig/browser/thumb.ts';
import { needBrowser } from '../rig/needs.ts';

const THUMB = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
/** In ms, between the first and the second tap of two: before the first is answered, as a double tap of the system, and after it. */
const GAPS = [50, 150, 400, 800];
/** After an accepted press, in ms. */
const PAUSE = 1000;
/** In ms: a press of this length is meant. */
const HOLD = 800;
const SONGS = 20;
const JURIES = 60;

const panel = await needBrowser();
const ask = askOf(panel.site);
const { read } = panel;

let show: number;
let ids: number[];
beforeEach(async () => {
  await emptyProgramme(panel.site);
  await setVote({ is_voting_enabled: false, is_voting_over: false });
  const names = Array.from({ length: SONGS }, (_, at) => `Участник ${at + 1}`);
  ({ id: show, ids } = await addShow(ask, names, { starts_at: new Date().toISOString() }));
});

const VOTE = { voting_url: 'https://vote.example.org/', opens_at: null, closes_at: null };
const setVote = (change: object) => panel.call('PUT', '/vote-settings', { ...VOTE, ...change });
const vote = () => read<Record<string, unknown>>('/vote-settings');
const lockResults = () => {
  const towns = Array.from({ length: JURIES }, (_, at) => [`Город ${at + 1}`, [[ids[0], 1]]]);
  return arm(ask, show, jury(Object.fromEntries(towns)));
};
const perform = (at: number) => putOnStage(ask, show, ids[at] ?? 0);
const onStage = async () => {
  const { contestant } = await read<{ contestant: { name: string } | null }>('/stage');
  return Number(contestant?.name.replace('Участник ', '') ?? 0);
};
const revealed = async () => (await read<ResultsDocument>(`/admin/results/${show}`)).revealed;
const pressed = async () => {
  const { entries } = await readLog(panel.site.store.db);
  return entries.filter(({ part, show_id }) => part === 'stage' && show_id === show).length;
};
const connected = (page: Page) => page.getByText('На связи', { exact: true }).waitFor();
const openDesk = async (options: object = THUMB) => {
  const page = await panel.open('/admin/live', { ...options, prepare: (early: Page) => early.addInitScript(listen) });
  await connected(page);
  return page;
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const next = (page: Page) => button(page, /^Дальше: Участник/);
const open = (page: Page) => button(page, /^Открыть «/);
const bar = (page: Page) => page.getByRole('region', { name: 'Ход концерта' });
const now = (page: Page, words: string) => bar(page).getByText(words).waitFor();
const showRest = (page: Page) => page.getByRole('button', { name: 'Ещё', exact: true }).tap();
const atRest = (target: Locator) => target.and(target.page().locator(':not([aria-disabled])'));
const rested = (target: Locator) => atRest(target).waitFor();

type Twice = (target: Locator, gap: number) => Promise<void>;

/** Whether the second press took effect after the pause, or one lasted as long as a hold: a busy machine delivers late. */
async function wereLate(page: Page): Promise<boolean> {
  const [first, second] = await page.evaluate(() => window.presses.slice(-2));
  if (!first || !second) return true;
  const at = second.click ?? second.up;
  return at - first.down >= PAUSE || [first, second].some(({ down, up }) => up - down >= HOLD);
}

/** As an init script: notes when each press of a page began and ended. */
function listen(): void {
  const presses: typeof window.presses = [];
  Object.assign(window, { presses, ended: 0 });
  const down = () => presses.push({ down: performance.now(), up: Number.POSITIVE_INFINITY });
  const up = ({ type, detail }: UIEvent) => {
    // A tap clicks after its release, Enter before.
    Object.assign(presses.at(-1) ?? {}, { [type === 'click' ? type : 'up']: performance.now() });
    // Keys click before their release, and not where they have lost the focus.
    if (type === 'keyup' || (type === 'click' && detail > 0)) window.ended += 1;
  };
  for (const type of ['pointerdown', 'keydown'] as const) addEventListener(type, down, { capture: true });
  for (const type of ['pointerup', 'keyup', 'click'] as const) addEventListener(type, up, { capture: true });
}

/** Presses twice, sooner each time, until the page heard both in time, and says how far they led. */
async function countedOf(
  twice: Twice,
  target: Locator,
  gap: number,
  count: () => Promise<number>,
  startAgain = async () => {},
): Promise<number> {
  const page = target.page();
  for (let wait = gap; ; wait *= 0.9) {
    await rested(target);
    const before = await count();
    const ended = await page.evaluate(() => window.ended);
    await twice(target, wait);
    // Before the page has heard the first, the button still looks rested.
    await page.waitForFunction((presses) => window.ended >= presses, ended + 2);
    await rested(target);
    if (!(await wereLate(page))) return (await count()) - before;
    await startAgain();
  }
}

declare global {
  interface Window {
    presses: { down: number; up: number; click?: number }[];
    /** So many presses have had their effect. */
    ended: number;
  }
}

/** Two fingers’ taps on the place where the button is; what is under the second is the page’s affair. */
const tapTwice: Twice = async (target, gap) => {
  const { x, y } = await middleOf(target);
  const page = target.page();
  await page.touchscreen.tap(x, y);
  await page.waitForTimeout(gap);
  await page.touchscreen.tap(x, y);
};
const enterTwice: Twice = async (target, gap) => {
  await target.focus();
  await target.page().keyboard.press('Enter');
  await target.page().waitForTimeout(gap);
  await target.page().keyboard.press('Enter');
};

describe.each([
  ['tap', tapTwice],
  ['key press', enterTwice],
])('a double %s', (_name, twice) => {
  test('on «Дальше» puts the next one on stage and not the one after, whatever the gap', async () => {
    const page = await openDesk();
    // On a busy machine, which delivers late, the list would come to its end.
    const startAgain = async () => {
      await perform(0);
      await bar(page).getByText('Сейчас: Участник 1', { exact: true }).waitFor();
    };
    for (const gap of GAPS)
      expect([gap, await countedOf(twice, next(page), gap, onStage, startAgain)]).toEqual([gap, 1]);
    await now(page, `Сейчас: Участник ${await onStage()}`);
    expectNoComplaints(page);
  });

  test('on «Открыть» opens one step, which can be taken back', async () => {
    await lockResults();
    for (const step of [ids[0] ?? 0, 'break'] as const) await putOnStage(ask, show, step);
    const page = await openDesk();
    for (const gap of GAPS) expect([gap, await countedOf(twice, open(page), gap, revealed)]).toEqual([gap, 1]);
    const opened = await revealed();
    await button(page, `Открыть «Жюри: Город ${opened + 1}»`).waitFor();
    await button(page, /^Отменить шаг/).click();
    await eventually(revealed).toBe(opened - 1);
    expectNoComplaints(page);
  });

  test('on «Закрыть голосование» closes nothing', async () => {
    await setVote({ is_voting_enabled: true });
    const page = await openDesk();
    const close = button(page, /^Закрыть голосование/);
    for (const gap of GAPS)
      for (let isLate = true; isLate; ) {
        await close.getByText('Нажмите и держите').waitFor();
        await twice(close, gap);
        isLate = await wereLate(page);
        if (isLate) await setVote({ is_voting_enabled: true });
        else expect([gap, (await vote()).vote_state]).toEqual([gap, 'open']);
        await page.reload();
        await connected(page);
      }
  });
});

test('a double tap changes what one changes while the first is still on its way', async () => {
  await perform(0);
  await lockResults();
  const page = await openDesk();
  const tapWhileHeld = async (path: RegExp, target: Locator, sent: string) => {
    const release = await holdRequests(page, path);
    await rested(target);
    // Later than the pause after a press.
    await tapTwice(target, 1300);
    await now(page, `Отправляется: ${sent}`);
    release();
    await bar(page).getByText('Отправляется').waitFor({ state: 'hidden' });
    await rested(target);
  };
  await tapWhileHeld(/\/api\/stage$/, next(page), 'На сцене: Участник 2');
  await now(page, 'Сейчас: Участник 2');
  expect(await pressed()).toBe(2);
  await putOnStage(ask, show, 'break');
  await tapWhileHeld(/\/reveal$/, open(page), 'Открыто: Жюри: Город 1');
  await button(page, 'Открыть «Жюри: Город 2»').waitFor();
  expect(await revealed()).toBe(1);
});

test.each([
  ['another one has followed on stage', true],
  ['is over', false],
])('of two taps on the last step of a show that %s the second hits nothing', async (_which, isFollowed) => {
  if (isFollowed) await perform(0);
  const starts_at = new Date(Date.now() - 2 * 3_600_000).toISOString();
  ({ id: show, ids } = await addShow(ask, ['Певица', 'Певец'], { title: 'Отбор', starts_at }));
  await arm(ask, show, jury({ Псков: [[ids[0] ?? 0, 1]], Томск: [[ids[0] ?? 0, 1]] }));
  if (!isFollowed) for (const step of [ids[0] ?? 0, 'end'] as const) await putOnStage(ask, show, step);
  const page = await openDesk();
  await page.getByLabel('Концерт', { exact: true }).selectOption(String(show));
  const before = await pressed();
  for (const gap of [...GAPS.slice(1), 1800]) {
    await atRest(button(page, 'Открыть «Жюри: Псков»')).tap();
    await rested(button(page, 'Открыть «Жюри: Томск»'));
    expect(await bar(page).innerText()).toContain('1 из 2');
    await tapTwice(open(page), gap);
    await page.getByText('Открыто шагов: 2 из 2').waitFor();
    await page.waitForTimeout(PAUSE);
    expect([gap, await revealed(), await pressed()]).toEqual([gap, 2, before]);
    if (gap !== 1800) await panel.call('DELETE', `/results/${show}/reveal`);
  }
  await bar(page).getByText('Все шаги открыты').waitFor({ state: 'hidden' });
  expect(await revealed()).toBe(2);
});

test('a key that is held down is one press', async () => {
  const page = await openDesk({});
  await rested(next(page));
  await next(page).focus();
  for (let repeats = 0; repeats < 40; repeats += 1) {
    await page.keyboard.down('Enter');
    await page.waitForTimeout(40);
  }
  await page.keyboard.up('Enter');
  await now(page, 'Сейчас: Участник 1');
  expect(await pressed()).toBe(1);
});

test('a second press that was meant counts by «Ещё раз», which is gone once the button has done what it names; a double tap on it counts once', async () => {
  await lockResults();
  const page = await openDesk();
  // Before the first performance the step is opened in its card.
  await rested(next(page));
  expect(await bar(page).innerText()).not.toContain('Открыть');
  await atRest(open(page)).tap();
  await now(page, `1 из ${JURIES}`);
  const tapRevealTwice = async (words: string) => {
    await rested(open(page));
    await tapTwice(open(page), 150);
    await button(page, words).waitFor();
    return button(page, words);
  };
  const again = await tapRevealTwice('Ещё раз: Открыто: Жюри: Город 3');
  expect(await findBarriers(page)).toEqual([]);
  // Before the page has drawn what came of the first.
  await again.evaluate((element: HTMLElement) => [element, element].map((each) => each.click()));
  await button(page, 'Открыть «Жюри: Город 4»').waitFor();
  await rested(open(page));
  expect(await revealed()).toBe(3);
  const offered = await tapRevealTwice('Ещё раз: Открыто: Жюри: Город 5');
  await atRest(open(page)).tap();
  await button(page, 'Открыть «Жюри: Город 6»').waitFor();
  expect([await offered.count(), await revealed()]).toEqual([0, 5]);
  expectNoComplaints(page);
});

test('when the vote is closed, «Дальше», which takes its place in the bar, rests', async () => {
  await setVote({ is_voting_enabled: true });
  const page = await openDesk();
  await atRest(next(page)).tap();
  await now(page, 'Сейчас: Участник 1');
  await rested(next(page));
  const left = page.waitForFunction(() => {
    const buttons = [...document.querySelectorAll('[data-phase] button')];
    const [close, onward] = ['Закрыть', 'Дальше'].map((word) =>
      buttons.find(({ textContent }) => textContent.startsWith(word)),
    );
    return !close && [onward?.ariaDisabled];
  });
  await setVote({ is_voting_enabled: false });
  expect(await (await left).jsonValue()).toEqual(['true']);
});

test('of two clicks on the first step of a reveal, in its card, the second hits nothing that has come under it', async () => {
  await perform(0);
  await lockResults();
  await setVote({ is_voting_enabled: true });
  const page = await openDesk({ viewport: { width: 1366, height: 768 } });
  await rested(open(page));
  const { x } = await middleOf(open(page));
  const under = page.waitForFunction((at) => {
    if (!document.querySelector('[data-phase="reveal"]')) return null;
    const hit = Array.from({ length: 12 }, (_, row) => document.elementFromPoint(at, 50 * row));
    return hit.flatMap((each) => each?.closest('button, summary, select')?.textContent ?? []);
  }, x);
  await open(page).click();
  expect(await (await under).jsonValue()).toEqual([]);
});

test('two operators who tap «Дальше» one soon after the other put one on stage', async () => {
  const [one, other] = [await openDesk(), await openDesk()];
  await Promise.all([rested(next(one)), rested(next(other))]);
  const { x, y } = await middleOf(next(other));
  await next(one).tap();
  await other.getByText('Сейчас: Участник 1', { exact: true }).waitFor();
  await other.touchscreen.tap(x, y);
  await button(other, 'Ещё раз: На сцене: Участник 2').waitFor();
  expect(await pressed()).toBe(1);
});

test('the undo of a press is one tap away, and a double tap on it or on its neighbour goes no further', async () => {
  const page = await openDesk();
  await atRest(next(page)).tap();
  await tapTwice(button(page, 'Отменить выход: На сцене: Участник 1'), 700);
  await now(page, 'Концерт не начат');
  expect(await pressed()).toBe(2);
  await next(page).tap();
  await now(page, 'Сейчас: Участник 1');
  await showRest(page);
  await tapTwice(button(page, /^Конец шоу/), 700);
  await now(page, 'Сейчас: Участник 1');
  await hold(button(page, /^Конец шоу/), () => now(page, 'Концерт окончен'));
  expect(await read<object>('/stage')).toMatchObject({ state: 'ended' });
});

test('a double tap on a setting’s button does not reach the undo that comes under the finger', async () => {
  await panel.call('PUT', '/watch-settings', { title: 'Финал', description: 'Эфир', is_stream_enabled: false });
  const page = await openDesk();
  const turnOn = button(page, 'Включить трансляцию');
  await turnOn.evaluate((element) => {
    element.scrollIntoView({ block: 'end' });
    scrollBy(0, 12);
  });
  const box = await turnOn.boundingBox();
  if (!box) throw new Error('The button is not there.');
  const undo = undoBar(page).getByRole('button', { name: 'Отменить' });
  await page.touchscreen.tap(box.x + box.width - 60, box.y + box.height / 2);
  const place = await undo.boundingBox();
  await page.touchscreen.tap((place?.x ?? 0) + 20, (place?.y ?? 0) + 10);
  await undo.click({ trial: true });
  expect(await read<object>('/watch-settings')).toMatchObject({ is_stream_enabled: true });
});

const isInReach = (target: Locator) =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return top >= 0 && top + height <= innerHeight && seen !== null && element.contains(seen);
  });
const colour = (page: Page) => bar(page).evaluate((element) => getComputedStyle(element).borderTopColor);

test('the main button keeps its colour in its second of rest', async () => {
  await perform(11);
  const page = await openDesk();
  await rested(next(page));
  const ground = (isResting: boolean) =>
    next(page).evaluate((element, rests) => {
      if (rests) element.setAttribute('aria-disabled', 'true');
      return getComputedStyle(element).backgroundColor;
    }, isResting);
  const before = await ground(false);
  expect(await ground(true)).toBe(before);
});

test('the bar of the desk follows the phase, each with its colour, and has the button that the phase needs in reach', async () => {
  const page = await openDesk();
  const colours: string[] = [];
  const look = async (target: Locator) => {
    await target.waitFor();
    expect(await target.count()).toBe(1);
    expect(await isInReach(target)).toBe(true);
    await expectFits(page);
    colours.push(await colour(page));
  };
  await next(page).tap();
  await look(button(page, 'Дальше: Участник 2'));
  await setVote({ is_voting_enabled: true });
  const close = button(page, /^Закрыть голосование/);
  // Performances go on: both are in reach.
  await look(close);
  expect(await isInReach(next(page))).toBe(true);
  await showRest(page);
  await button(page, 'Перерыв').waitFor();
  await button(page, 'Перерыв').tap();
  await bar(page).getByText('Голосование', { exact: true }).waitFor();
  await look(close);
  await hold(close, () => button(page, /^Открыть голосование/).waitFor());
  // A vote without hours is over, until the undo.
  expect(await vote()).toMatchObject({ vote_state: 'closed', is_voting_over: true });
  await page.getByText('Посетители видят сообщение, что голосование завершено.').waitFor();
  await undoBar(page).getByText('Отменить').tap();
  await close.waitFor();
  expect(await vote()).toMatchObject({ vote_state: 'open', is_voting_over: false });
  await hold(close, () => button(page, /^Открыть голосование/).waitFor());
  await lockResults();
  await look(open(page));
  expect(new Set(colours).size).toBe(3);
  expectNoComplaints(page);
});

test('the running order follows the stage by itself, at the reveal too, but not under a finger', async () => {
  await lockResults();
  const page = await openDesk({ viewport: { width: 1366, height: 768 } });
  const isSeen = () =>
    page.getByRole('button', { pressed: true }).evaluate((row) => {
      const { x, y, width, height } = row.getBoundingClientRect();
      return row.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  const follows = async (at: number, does = true) => {
    await perform(at);
    await page.getByRole('button', { pressed: true, name: `Участник ${at + 1}` }).waitFor();
    await eventually(isSeen).toBe(does);
  };
  for (const at of [12, 3, SONGS - 1]) await follows(at);
  await open(page).click();
  await page.getByText(`Открыто шагов: 1 из ${JURIES}`).waitFor();
  for (const at of [12, SONGS - 1]) await follows(at);
  await page.getByRole('button', { pressed: true }).dispatchEvent('touchstart');
  await follows(2, false);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a desk that is opened on a phone during the show begins at who is on stage, and moves no more', async () => {
  await perform(11);
  const page = await openDesk();
  const pressed = (name: string) => page.getByRole('button', { pressed: true, name });
  await eventually(() => isInReach(pressed('Участник 12'))).toBe(true);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  const place = await page.evaluate(() => scrollY);
  await perform(1);
  await pressed('Участник 2').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(place);
});

test('a double tap on what asks answers nothing, though the answer has come under the finger', async () => {
  const page = await panel.open('/admin/pages', THUMB);
  const opener = button(page, 'Удалить: Контакты');
  const yes = page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' });
  await opener.tap();
  const { x, y } = await middleOf(yes);
  await page.keyboard.press('Escape');
  await opener.evaluate(
    (element, [left, top]) => {
      Object.assign(element.style, { position: 'fixed', left: `${left}px`, top: `${top}px`, zIndex: 1 });
    },
    [x - 20, y - 10],
  );
  const changes: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && changes.push(request.method()));
  await page.touchscreen.tap(x, y);
  await yes.waitFor();
  await page.touchscreen.tap(x, y);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(changes).toEqual([]);
  await yes.press('Enter');
  await opener.waitFor({ state: 'detached' });
  expect(changes).toEqual(['DELETE']);
});
