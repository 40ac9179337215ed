import { expect, inject, test } from 'vitest';
import { KEYS, openBrowser, type Person } from './person.ts';

const STREAM = '/demo/live/master.m3u8';

async function openPlayer(autoplay: boolean): Promise<Person> {
  const visitor = await openBrowser({ autoplay });
  await visitor.open(`${inject('festival')}/player?src=${encodeURIComponent(STREAM)}`);
  return visitor;
}

async function moves(visitor: Person): Promise<void> {
  const time = () => visitor.run(() => document.querySelector('video')?.currentTime ?? 0);
  await expect.poll(time).toBeGreaterThan(0);
  const from = await time();
  await expect.poll(time).toBeGreaterThan(from + 0.2);
}

test('the player asks for a tap where the browser does not, and plays after it', async () => {
  const visitor = await openPlayer(false);
  await visitor.click('button', 'Смотреть');
  await moves(visitor);
  expect(visitor.complaints).toEqual([]);
});

test('the player plays the stream where the browser lets it start, and two keys switch its captions on', async () => {
  const visitor = await openPlayer(true);
  await moves(visitor);
  await visitor.see('label', 'Субтитры');
  await visitor.press(KEYS.tab);
  await visitor.press(KEYS.down);
  const shown = () =>
    visitor.run(() => {
      const tracks = Array.from(document.querySelector('video')?.textTracks ?? []);
      const cues = tracks.filter(({ mode }) => mode === 'showing').flatMap(({ activeCues }) => [...(activeCues ?? [])]);
      return cues.map((cue) => (cue as VTTCue).text).join();
    });
  await expect.poll(shown).toMatch(/^♪ /);
  expect(visitor.complaints).toEqual([]);
});
