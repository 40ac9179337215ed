import { expect, test } from 'vitest';
import { serveStream } from '../rig/browser/stream.ts';
import { needBrowser } from '../rig/needs.ts';

const { server, ask, visit } = await needBrowser();

test('opened by itself the player plays a source of the settings while the stream is on, under their title, and no other', async () => {
  const stream = await serveStream();
  const settings = { title: 'Финал', description: 'Прямой эфир', stream_url: stream.address };
  await ask('PUT', '/watch-settings', { ...settings, is_stream_enabled: true });
  const open = (src: string, title: string) =>
    visit(`${server.origin}/player?${new URLSearchParams({ src, title })}`, { locale: 'ru-RU' });
  const page = await open(stream.address, 'Победила «Заря»');
  const time = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(time).toBeGreaterThan(0);
  const from = await time();
  await expect.poll(time).toBeGreaterThan(from + 0.2);
  await expect.poll(() => page.title()).toBe('Финал');
  await expect.poll(() => page.getByText('Победила').count()).toBe(0);
  await page.leave();

  const asked: string[] = [];
  const strange = await visit(`${server.origin}/about`, {
    prepare: async (early) => void early.on('request', (request) => asked.push(request.url())),
  });
  const address = new URLSearchParams({ src: 'http://127.0.0.1:9/live.m3u8', title: 'Официальный эфир' });
  await strange.goto(`${server.origin}/player?${address}`);
  await strange.getByRole('alert').getByText('Такой трансляции на этом сайте нет.').waitFor();
  expect(await strange.content()).not.toContain('Официальный');
  await expect.poll(() => strange.title()).toBe('Прямая трансляция');
  expect(asked.filter((url) => !url.startsWith(server.origin))).toEqual([]);
  await strange.getByRole('link', { name: 'К странице трансляции' }).click();
  await strange.waitForURL('**/watch');

  await ask('PUT', '/watch-settings', { ...settings, is_stream_enabled: false });
  const off = await open(stream.address, 'Официальный эфир');
  await off.getByRole('alert').getByText('Сейчас трансляция не идёт.').waitFor();
  await stream.cut();
});
