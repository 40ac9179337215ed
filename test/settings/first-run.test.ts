import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

const t = await needSite();
const STREAM = 'https://live.example.org/a.m3u8';
const given = await needSite({ PUBLIC_URL: 'https://avrora.example', STREAM_HLS_URL: STREAM });

const LIST = '/api/admin/first-run';

async function left(): Promise<Record<string, string[]>> {
  const { steps } = (await t.editor('GET', LIST)).json<{ steps: Record<string, string[]>[] }>();
  return Object.fromEntries(steps.filter(({ isDone }) => !isDone).map(({ id, fields = [] }) => [id, fields]));
}

test('names what a new site still has from its first start, and each leaves when it is given', async () => {
  expect(await left()).toEqual({
    ...{ address: [], totp: [], logo: [], news: [], stream: [], vote: [] },
    date: ['banner_date', 'watch_waiting_text', 'footer_copyright'],
    hero: ['hero_title', 'hero_text'],
    about: ['about_text'],
    social: ['social_telegram', 'social_youtube', 'social_tiktok', 'social_rutube'],
  });
  const texts = { header_logo: 'Аврора', hero_title: 'Аврора', hero_text: 'Песни', about_text: 'О нас' };
  const social = { social_telegram: 'https://t.me/avrora', social_youtube: '', social_tiktok: '', social_rutube: '' };
  await t.editor('PUT', '/api/site-content', { ...texts, ...social, banner_date: '1 мая 2027' });
  await t.editor('POST', '/api/admin/news', { title: 'Первая' });
  await t.editor('PUT', '/api/vote-settings', { vote_state: 'not_held' });
  await t.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'О', player_url: '/player' });
  expect(await left()).toEqual({ address: [], totp: [], date: ['watch_waiting_text', 'footer_copyright'] });
});

test('knows what the server was given', async () => {
  const headers = { host: 'avrora.example' };
  const done = ['address', 'stream'].map((id) => ({ id, isDone: true }));
  expect((await given.editor('GET', LIST, undefined, headers)).json().steps).toEqual(expect.arrayContaining(done));
});

test('is dismissed for everybody and shown again', async () => {
  expect((await t.editor('PUT', LIST, { isDismissed: 'yes' })).statusCode).toBe(400);
  for (const isDismissed of [true, false]) {
    expect((await t.editor('PUT', LIST, { isDismissed })).statusCode).toBe(204);
    expect((await t.editor('GET', LIST)).json()).toMatchObject({ isDismissed });
  }
});
