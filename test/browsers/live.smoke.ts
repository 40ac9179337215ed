import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { send, signIn } from '../rig/server.ts';
import { enterPanel, openSite } from './person.ts';

/** For a second after its cards have moved, the desk takes no pointer; a press that soon after a new label asks first. In ms. */
const REST = 1200;

const { server, person: visitor } = await openSite();
const token = await signIn(server.origin);

async function call(method: string, address: string, body: object) {
  const answer = await send(server.origin, method, address, token, body);
  expect(answer.ok).toBe(true);
  return answer.json();
}

const WATCH = { title: 'Финал в эфире', description: 'Из зала', is_stream_enabled: true };
const VOTE = { is_voting_enabled: true, voting_url: 'https://vote.example.org/' };

test.each([
  ['/watch-settings', WATCH, '/watch', 'h1', WATCH.title],
  ['/vote-settings', VOTE, '/vote', `main a[href^="${VOTE.voting_url}"]`, ''],
])('a change of %s shows on the open page', async (address, change, page, selector, text) => {
  await visitor.open(server.origin + page);
  await visitor.see('h1');
  await visitor.run(() => void Object.assign(window, { sameDocument: true }));
  await call('PUT', address, change);
  await visitor.see(selector, text);
  expect([await visitor.run(() => 'sameDocument' in window), visitor.complaints]).toEqual([true, []]);
});

test('steps of the reveal show on the open board, and the control desk reveals them', async () => {
  const { id: show } = await call('POST', '/admin/shows', { title: 'Финал', starts_at: '2030-07-20T17:00:00Z' });
  const { id } = await call('POST', '/admin/contestants', { name: 'Анна', shows: [show] });
  const givers = ['Псков', 'Тверь', 'Томск'].map((name) => ({ name, points: [[id, 12]] }));
  const sections = [{ kind: 'jury', title: 'Жюри', mode: 'givers', givers }];
  await call('PUT', `/admin/results/${show}`, { sections, control_total: 36 });
  const { seq: seen } = await call('POST', `/results/${show}/arm`, {});

  await visitor.open(`${server.origin}/results?screen=${show}`);
  await visitor.see('h1', 'Финал');
  await call('POST', `/results/${show}/reveal`, { key: 'the-first-step', seen });
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
  const titles = async () => {
    const { steps } = await (await send(server.origin, 'GET', '/results')).json();
    return (steps as { title: string }[]).map(({ title }) => title);
  };
  await expect.poll(titles).toEqual(['Жюри: Псков', 'Жюри: Томск']);
  expect(visitor.complaints).toEqual([]);
});
