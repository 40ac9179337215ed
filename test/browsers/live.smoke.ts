import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { addShow, arm, jury, reveal } from '../programme/show.ts';
import type { Ask } from '../rig/browser/panel.ts';
import { send, signIn } from '../rig/server.ts';
import { enterPanel, openSite } from './person.ts';

/** For a second after its cards have moved, the desk takes no pointer; a press that soon after a new label asks first. In ms. */
const REST = 1200;

const { server, person: visitor } = await openSite();
const token = await signIn(server.origin);

const ask: Ask = async (method, address, body) => {
  const answer = await send(server.origin, method, address, token, body);
  expect(answer.ok).toBe(true);
  return answer.json();
};

const WATCH = { title: 'Финал в эфире', description: 'Из зала', is_stream_enabled: true };
const VOTE = { is_voting_enabled: true, voting_url: 'https://vote.example.org/' };

test.each([
  ['/watch-settings', WATCH, '/watch', 'h1', WATCH.title],
  ['/vote-settings', VOTE, '/vote', `main a[href^="${VOTE.voting_url}"]`, ''],
])('a change of %s shows on the open page', async (address, change, page, selector, text) => {
  await visitor.open(server.origin + page);
  await visitor.see('h1');
  await visitor.run(() => void Object.assign(window, { sameDocument: true }));
  await ask('PUT', address, change);
  await visitor.see(selector, text);
  expect([await visitor.run(() => 'sameDocument' in window), visitor.complaints]).toEqual([true, []]);
});

test('steps of the reveal show on the open board, and the control desk reveals them', async () => {
  const { id: show, ids } = await addShow(ask, ['Анна']);
  const points: [number | undefined, number][] = [[ids[0], 12]];
  await arm(ask, show, jury({ Псков: points, Тверь: points, Томск: points }));

  await visitor.open(`${server.origin}/results?screen=${show}`);
  await visitor.see('h1', 'Финал');
  await reveal(ask, show);
  await visitor.see('ol > li', 'Анна');

  await enterPanel(visitor, server.origin);
  await visitor.open(`${server.origin}/admin/live`);
  await visitor.see('summary', 'Следующим открыть другого');
  await sleep(REST);
  await visitor.click('summary', 'Следующим открыть другого');
  await visitor.click('li button:enabled', 'Жюри: Томск');
  await visitor.see('button:enabled', 'Открыть «Жюри: Томск»');
  await sleep(REST);
  await visitor.click('button:enabled', 'Открыть «Жюри: Томск»');
  const titles = async () =>
    (await ask<{ steps: { title: string }[] }>('GET', '/results')).steps.map(({ title }) => title);
  await expect.poll(titles).toEqual(['Жюри: Псков', 'Жюри: Томск']);
  expect(visitor.complaints).toEqual([]);
});
