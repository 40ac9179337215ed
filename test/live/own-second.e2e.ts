import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { serveStream } from '../rig/browser/stream.ts';
import { keepNight } from './night.ts';

const night = keepNight();

test('a viewer of our player sees who is on stage, and the points, at the moment of the picture, not before it', async () => {
  await using stream = await closing();
  await night.put('/api/watch-settings', {
    ...{ title: 'Эфир', description: 'Финал', is_stream_enabled: true },
    stream_url: stream.address,
  });
  await night.put('/api/site-content', { legal_marks: 'Борис — отметка закона' });
  const { id: show } = await night.call('POST', '/api/admin/shows', { title: 'Финал', starts_at: '2030-07-20T17:00Z' });
  const ids: number[] = [];
  for (const name of ['Анна', 'Борис'])
    ids.push((await night.call('POST', '/api/admin/contestants', { name, shows: [show] })).id);
  await arm(show, [
    { name: 'Псков', points: [[ids[0], 12]] },
    { name: 'Тверь', points: [[ids[1], 12]] },
  ]);
  const page = await night.visit('/watch', (early) =>
    early.addInitScript(() => {
      // Reports of the player reach a page after its own script: it must not have been ahead of them.
      addEventListener('message', ({ data }) => {
        if (data?.type === 'rampa-player-moment')
          Object.assign(window, { told: { ...data, heardAt: performance.now() } });
      });
    }),
  );
  const video = page.frameLocator('iframe').locator('video');
  await expect.poll(() => page.evaluate(() => (window as { told?: { rate: number } }).told?.rate)).toBe(1);
  await video.evaluate((element) => (element as HTMLVideoElement).pause());
  await expect.poll(() => page.evaluate(() => (window as { told?: { rate: number } }).told?.rate)).toBe(0);

  const press = async (contestant_id: number | undefined, seen: number) => {
    const body = { show_id: show, kind: 'performance', contestant_id, key: randomUUID(), seen, again: true };
    return (await night.call('POST', '/api/stage', body)).seq;
  };
  const first = await press(ids[0], 0);
  await press(ids[1], first);
  let { seq: seen } = await (await fetch(`${night.server.origin}/api/results`)).json();
  for (const key of ['first-step', 'second-step'])
    ({ seq: seen } = await night.call('POST', `/api/results/${show}/reveal`, { key, seen, again: true }));
  // An event after them: what they bring is known.
  await night.put('/api/watch-settings', { title: 'Эфир идёт', description: 'Финал' });
  await page.getByRole('heading', { name: 'Эфир идёт' }).waitFor();
  await page.getByRole('link', { name: 'Табло' }).waitFor();
  expect(await page.getByText(/Сейчас на сцене|12 баллов/).count()).toBe(0);
  expect(await (await fetch(`${night.server.origin}/watch`)).text()).not.toContain('12 баллов');

  await video.evaluate((element) => (element as HTMLVideoElement).play());
  await page.getByText('Сейчас на сцене: Борис*').waitFor();
  const board = page.getByRole('region', { name: 'Табло' });
  await board.getByRole('link', { name: 'Борис*' }).waitFor();
  await page.getByText('* Борис — отметка закона').waitFor();
  await board.getByText('Жюри: Тверь. 12 баллов — Борис.').waitFor();
  const [, step] = (await (await fetch(`${night.server.origin}/api/results`)).json()).steps;
  const moment = await page.evaluate(() => {
    const { told } = window as unknown as { told: { moment: number; rate: number; heardAt: number } };
    return told.moment + told.rate * (performance.now() - told.heardAt);
  });
  expect(moment).toBeGreaterThanOrEqual(Date.parse(step.at));
});

test('while another source loads, the stage stays at the second of the former picture', async () => {
  await using stream = await closing();
  const settings = { title: 'Эфир', description: 'Финал', is_stream_enabled: true };
  await night.put('/api/watch-settings', { ...settings, stream_url: stream.address });
  const page = await night.visit('/watch', (early) =>
    early.addInitScript(() => {
      addEventListener('message', ({ data }) => {
        if (data?.type === 'rampa-player-moment') Object.assign(window, { told: data });
      });
    }),
  );
  const rate = () => page.evaluate(() => (window as { told?: { rate: number } }).told?.rate ?? 0);
  // Not exactly 1 while the player catches up.
  await expect.poll(rate).toBeGreaterThan(0);
  const video = page.frameLocator('iframe').locator('video');
  await video.evaluate((element) => (element as HTMLVideoElement).pause());
  await expect.poll(rate).toBe(0);
  const { id } = await night.call('POST', '/api/admin/shows', { title: 'Гала', starts_at: '2030-07-22T17:00Z' });
  await night.call('POST', '/api/admin/contestants', { name: 'Зоя', shows: [id] });
  await perform('Гала');
  await page.route('**/player?*', () => {});
  await night.put('/api/watch-settings', { ...settings, title: 'Запасной', stream_url: `${stream.address}?spare` });
  await page.getByRole('heading', { name: 'Запасной' }).waitFor();
  await page.locator('iframe[src*="spare"]').waitFor({ state: 'attached' });
  // Longer than the page takes to look at the clock.
  await page.waitForTimeout(600);
  expect(await page.getByText('Зоя').count()).toBe(0);
});

test('a player that tells no moment is behind by as much as the operator says', async () => {
  await night.put('/api/watch-settings', {
    ...{ title: 'Эфир', description: 'Финал', is_stream_enabled: true, delay_seconds: 300 },
  });
  const page = await night.visit('/watch');
  const { id: show } = await night.call('POST', '/api/admin/shows', {
    title: 'Полуфинал',
    starts_at: '2030-07-19T17:00Z',
  });
  const { id } = await night.call('POST', '/api/admin/contestants', { name: 'Вера', shows: [show] });
  const { seq: seen } = (await (await fetch(`${night.server.origin}/api/stage`)).json()) as { seq: number };
  const body = { show_id: show, kind: 'performance', contestant_id: id, key: randomUUID(), seen };
  await night.call('POST', '/api/stage', body);
  const settings = { title: 'Эфир идёт', description: 'Финал' };
  await night.put('/api/watch-settings', settings);
  await page.getByRole('heading', { name: 'Эфир идёт' }).waitFor();
  expect(await page.getByText('Вера').count()).toBe(0);
  const heard = page.waitForRequest((request) => request.url().endsWith('/api/live'));
  await page.reload();
  await page.getByText('Сейчас на сцене…').waitFor();
  await heard;
  expect(await page.getByText('Вера').count()).toBe(0);
  await night.put('/api/watch-settings', { ...settings, delay_seconds: 0 });
  await page.getByText('Сейчас на сцене: Вера').waitFor();
});

test('the board of one show gives way to another show on stage', async () => {
  const page = await watchForeign();
  const board = page.getByRole('region', { name: 'Табло' });
  await perform('Финал');
  await page.getByText('Сейчас на сцене: Анна').waitFor();
  await board.waitFor();
  await perform('Полуфинал');
  await page.getByText('Сейчас на сцене: Вера').waitFor();
  await expect.poll(() => board.count()).toBe(0);
});

test('a withdrawn contestant leaves the board beside the picture without another press', async () => {
  const page = await watchForeign();
  const board = page.getByRole('region', { name: 'Табло' });
  const [, id] = (await perform('Финал')).running_order;
  await board.getByRole('link', { name: 'Борис' }).waitFor();
  await night.put(`/api/admin/contestants/${id}`, { name: 'Борис', is_withdrawn: true });
  await expect.poll(() => board.getByText('Борис').count(), { timeout: 20_000 }).toBe(0);
  await board.getByRole('link', { name: 'Анна' }).waitFor();
});

test('the first points of a show wait for their moment beside an earlier board, too', async () => {
  const DELAY = 4; // s
  const page = await watchForeign({ delay_seconds: DELAY });
  const board = page.getByRole('region', { name: 'Табло' });
  await perform('Финал');
  await board.waitFor();
  const { show_id, running_order } = await perform('Полуфинал');
  await page.getByText('Сейчас на сцене: Вера').waitFor();
  await page.evaluate(() => {
    const watched = window as { shownAt?: number };
    new MutationObserver(() => {
      if (document.body.textContent?.includes('Жюри: Омск')) watched.shownAt ??= Date.now();
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  await arm(show_id, [{ name: 'Омск', points: [[running_order[0], 12]] }]);
  const { seq: seen } = await (await fetch(`${night.server.origin}/api/results`)).json();
  await night.call('POST', `/api/results/${show_id}/reveal`, { key: randomUUID(), seen });
  await board.getByText('Жюри: Омск.').waitFor();
  const [step] = (await (await fetch(`${night.server.origin}/api/results`)).json()).steps;
  const shownAt = await page.evaluate(() => (window as { shownAt?: number }).shownAt);
  expect(shownAt).toBeGreaterThanOrEqual(Date.parse(step.at) + DELAY * 1000);
});

/** A foreign player reports no moment: the board does not wait for one. */
async function watchForeign(more: object = {}) {
  const player_url = 'https://rutube.ru/play/embed/2';
  const settings = { title: 'Эфир', description: 'Финал', is_stream_enabled: true, player_url, stream_url: null };
  await night.put('/api/watch-settings', { ...settings, delay_seconds: 0, ...more });
  return night.visit('/watch');
}

/** Puts the first of a show on stage. */
async function perform(title: string) {
  const read = async (path: string) => (await fetch(`${night.server.origin}${path}`)).json();
  const { shows } = (await read('/api/programme')) as {
    shows: { id: number; title: string; running_order: number[] }[];
  };
  const { id: show_id = 0, running_order = [] } = shows.find((each) => each.title === title) ?? {};
  const { seq: seen } = (await read('/api/stage')) as { seq: number };
  const on = { show_id, contestant_id: running_order[0] };
  await night.call('POST', '/api/stage', { ...on, kind: 'performance', key: randomUUID(), seen });
  return { show_id, running_order };
}

/** Of a jury that gives twelve points each. */
async function arm(show: number, givers: { name: string; points: [number | undefined, number][] }[]): Promise<void> {
  const sections = [{ kind: 'jury', title: 'Жюри', mode: 'givers', scale: [], givers }];
  await night.put(`/api/admin/results/${show}`, { sections, control_total: 12 * givers.length });
  await night.call('POST', `/api/results/${show}/arm`, {});
}

async function closing() {
  const stream = await serveStream();
  return Object.assign(stream, { [Symbol.asyncDispose]: () => stream.cut() });
}
