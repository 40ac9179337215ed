import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isSameDocument, keepNight } from '../live/night.ts';

const night = keepNight();

test('open pages follow the stage without a reload, say each change once, and never go back', async () => {
  await night.put('/api/watch-settings', { title: 'Эфир', description: 'Финал', is_stream_enabled: true });
  const { id: show } = await night.call('POST', '/api/admin/shows', { title: 'Финал', starts_at: '2030-07-20T17:00Z' });
  const ids: number[] = [];
  for (const name of ['Анна', 'Борис', 'Вера'])
    ids.push((await night.call('POST', '/api/admin/contestants', { name, song: 'Песня', shows: [show] })).id);
  let seen = 0;
  const press = async (contestant_id: number | undefined) => {
    const kind = contestant_id === undefined ? 'break' : 'performance';
    const body = { show_id: show, kind, contestant_id, key: randomUUID(), seen, again: true };
    ({ seq: seen } = await night.call('POST', '/api/stage', body));
  };
  const paths = ['/watch', '/', '/programme', '/programme/boris'];
  const pages = await Promise.all(paths.map((path) => night.visit(path)));
  const [watch, , programme] = pages as [Page, Page, Page];
  const said = () => Promise.all(pages.map((page) => page.locator('main [role="status"]').first().textContent()));

  await press(ids[1]);
  await watch.getByText('Сейчас на сцене: Борис — «Песня»').waitFor();
  await watch.getByText('Далее: Вера').waitFor();
  const row = programme.locator('li[aria-current]');
  await row.getByText('На сцене').waitFor();
  await expect.poll(() => row.getByRole('heading').textContent()).toBe('Борис');
  const onHome = 'На сцене: Борис';
  await expect
    .poll(said)
    .toEqual(['Сейчас на сцене: Борис\u00a0— «Песня»', onHome, onHome, 'Сейчас на сценеСмотреть эфир']);

  // A stale state from another tab is ignored.
  const old = { seq: 0, show: null, state: 'none', contestant: null, next: null, since: null };
  await watch.evaluate((stage) => new BroadcastChannel('rampa.live').postMessage({ state: { stage } }), old);
  await night.put('/api/watch-settings', { title: 'Эфир идёт', description: 'Финал' });
  await watch.getByRole('heading', { name: 'Эфир идёт' }).waitFor();
  await expect.poll(() => watch.getByText('Сейчас на сцене: Борис').count()).toBe(1);

  await press(undefined);
  await expect.poll(said).toEqual(['Перерыв', 'Перерыв', 'Перерыв', '']);
  await watch.getByText('Далее: Вера').waitFor();
  await expect.poll(() => programme.getByText('Выступление прошло').count()).toBe(2);

  await press(ids[2]);
  await watch.getByText('Сейчас на сцене: Вера').waitFor();
  await night.put(`/api/admin/shows/${show}`, { title: 'Финал', starts_at: '2030-07-20T17:00Z', is_public: false });
  await watch.getByText('Сейчас на сцене').waitFor({ state: 'detached' });
  for (const page of pages) expect(await isSameDocument(page)).toBe(true);
});
