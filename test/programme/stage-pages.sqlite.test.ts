import { beforeEach, expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';
import { addShow, askOf, FINAL, putOnStage, setMoment, wordsOf } from './show.ts';

const PAGES = ['/', '/watch', '/programme', '/programme/boris'];

const t = await needSite();
const NAMES = ['Анна', 'Борис', 'Вера'];
const { id: show, ids } = await addShow(askOf(t), NAMES);
const press = (what: 'Анна' | 'Борис' | 'break' | 'end') =>
  putOnStage(askOf(t), show, what === 'break' || what === 'end' ? what : (ids[NAMES.indexOf(what)] ?? 0));
beforeEach(async () => {
  await t.editor('PUT', `/api/admin/shows/${show}`, FINAL);
  await t.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Финал', is_stream_enabled: true });
});

const words = async (path: string) => wordsOf((await t.visitor('GET', path)).payload);
const allWords = async () => (await Promise.all(PAGES.map(words))).join(' ');

test('pages say who is on stage, who was before and who comes after a break, as they are loaded, and of the end nothing', async () => {
  await press('Борис');
  expect(await words('/')).toContain('Прямой эфир Идёт сейчас На сцене: Борис Смотреть');
  expect(await words('/programme')).toMatch(
    /Анна Выступление прошло\. .* На сцене Борис «Песня Борис» .*Вера «Песня Вера»/,
  );
  expect((await t.visitor('GET', '/programme')).payload).toMatch(/href="\/programme\/boris"[^>]*>На сцене: Борис/);
  expect(await words('/programme/boris')).toContain('Сейчас на сцене Смотреть эфир');
  expect(await words('/programme/anna')).not.toContain('Сейчас на сцене');
  await press('Анна');
  await press('break');
  expect(await words('/')).toContain('Прямой эфир Идёт сейчас Перерыв Смотреть');
  expect((await t.visitor('GET', '/programme')).payload).toMatch(/href="\/watch"[^>]*>Перерыв</);
  expect(await words('/results')).toContain('Финал Идёт сейчас. Смотреть эфир');
  expect(await words('/results?screen')).toMatch(/ Финал Баллы появятся здесь\. $/);
  expect(await words('/programme')).toMatch(/Перерыв .*Анна Выступление прошло\. [^Б]*Борис «Песня Борис»/);
  await press('end');
  expect(await allWords()).not.toMatch(/на сцене|Перерыв|Далее|Выступление прошло/i);
});

test('the page of the picture keeps the place and names nobody, in its data too: a viewer may be behind', async () => {
  await press('Борис');
  expect(await words('/watch')).toMatch(/^ Эфир Сейчас на сцене … /);
  for (const path of ['/watch', '/watch.data']) {
    const { statusCode, payload } = await t.visitor('GET', path);
    expect([path, statusCode, /Борис|Вера|boris/.exec(payload)?.[0]]).toEqual([path, 200, undefined]);
  }
  await press('end');
  expect(await words('/watch')).not.toContain('Сейчас на сцене');
});

test('without a stream the home page and its own say nothing, and no link leads to it', async () => {
  await press('Борис');
  await t.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Финал', is_stream_enabled: false });
  expect((await words('/')) + (await words('/watch'))).not.toMatch(/на сцене/i);
  const contestant = await words('/programme/boris');
  expect([contestant.includes('Сейчас на сцене'), contestant.includes('Смотреть эфир')]).toEqual([true, false]);
});

test('a forgotten press leaves kept pages by itself', async () => {
  await setMoment(t.store.db, await press('Борис'), new Date(Date.now() - 4 * 3_600_000 + 1500).toISOString());
  await t.editor('PUT', '/api/site-content', { hero_title: 'Новое' });
  await allWords();
  await expect.poll(allWords).not.toMatch(/на сцене/i);
});
