import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { beginEpoch, type Change, readChange } from '../../db/change-counter.ts';
import { migrate } from '../../db/open.ts';
import { ChangeFeed } from '../../http/live/change-feed.ts';
import { addShowOfFour, askOf, putOnStage } from '../programme/show.ts';
import { expectRefusal } from '../rig/app.ts';
import { needDatabase } from '../rig/needs.ts';
import { needHeard } from './heard.ts';

const t = await needHeard();
const epochOf = (id: string | undefined) => id?.split('.')[0];

test('an open page is told the whole state when an epoch begins, as it forgets what it knew', async () => {
  await t.editor('PUT', '/api/urgent', { text: 'Начало сдвинуто' });
  const stream = await t.open();
  const before = await readChange(t.store.db);
  await beginEpoch(t.store.db);
  for (const name of ['urgent', 'watch-settings', 'vote-settings']) {
    const { id, data } = await stream.next(name);
    expect(epochOf(id)).not.toBe(before.epoch);
    if (name === 'urgent') expect(data).toMatchObject({ text: 'Начало сдвинуто' });
  }
});

test('a press upon one that a restore has taken away is refused with the state', async () => {
  const { id, four } = await addShowOfFour(t);
  const [first, second] = four.map((each) => each.id) as [number, number];
  await putOnStage(askOf(t), id, first);
  const lost = await putOnStage(askOf(t), id, second);
  await t.store.db.deleteFrom('live_events').where('version', '=', lost).execute();
  await beginEpoch(t.store.db);
  const press = { show_id: id, kind: 'break', key: randomUUID(), seen: lost };
  const refused = await t.editor('POST', '/api/stage', press);
  expectRefusal(refused, 409, 'Не принято, последнее нажатие другое. admin: на сцене — Анна.');
  expect(refused.json().current).toMatchObject({ contestant: { name: 'Анна' } });
});

test('an epoch begins when the version went back, though a request met the other file first', async () => {
  const { db } = await needDatabase();
  await migrate(db);
  await db.updateTable('changes').set({ version: 500 }).execute();
  const { epoch } = await readChange(db);
  const heard: number[] = [];
  const live = { announce: (_announcement: unknown, { version }: Change) => void heard.push(version) };
  const feed = new ChangeFeed(db, undefined, { newsPages: { follow: () => {} }, pageCache: { drop: () => {} }, live });
  onTestFinished(() => feed.stop());
  await expect.poll(() => heard).toEqual([500]);
  await db.updateTable('changes').set({ version: 300 }).execute();
  feed.startOver();
  await expect.poll(async () => (await readChange(db)).epoch).not.toBe(epoch);
  await expect.poll(() => heard.at(-1)).toBeGreaterThan(500);
});
