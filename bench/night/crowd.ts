import { setTimeout as sleep } from 'node:timers/promises';
import { Viewers } from '../../ops/rehearsal/viewers.ts';

/** What the benchmark asks of this process, which is the open pages of a whole festival. */
export type Order =
  | { do: 'join'; origin: string; count: number; isDeaf?: boolean }
  | { do: 'listen'; event: 'watch-settings' | 'stage' | 'results' }
  | { do: 'follow' }
  | { do: 'followed'; last: number }
  | { do: 'leave' }
  | { do: 'retries' };

export interface Answer {
  heard?: number[]; // When each client heard the event, in ms since 1970
  retries?: number[];
  /** Of presses, over all clients; `told`: the most different ones that one heard of. */
  followed?: { repeated: number; disordered: number; told: number };
  dropped?: number;
}

const ABREAST = 200; // Connections that are being made at the same time
const READING_FOR = 3000; // Time to read what has piled up, in ms
const AFTER_LAST = 1000; // Time in which a repeat would come, in ms
const TIMEOUT = 60_000; // ms

let crowd = new Viewers(0, '', 1);
let following = crowd.listen('stage');

process.on('message', async (order: Order) => process.send?.(await obey(order)));

async function obey(order: Order): Promise<Answer> {
  if (order.do === 'join') return join(order.origin, order.count, order.isDeaf === true);
  if (order.do === 'listen') return listen(order.event);
  if (order.do === 'followed') return followedUpTo(order.last);
  if (order.do === 'retries') return { retries: crowd.viewers.map(({ retry }) => retry) };
  if (order.do === 'leave') return leave();
  following = crowd.listen('stage');
  return {};
}

async function join(origin: string, count: number, isDeaf: boolean): Promise<Answer> {
  crowd = new Viewers(count, origin, 1);
  const waiting = crowd.viewers.values();
  const joinOneByOne = async () => {
    for (const viewer of waiting) {
      await viewer.join();
      if (isDeaf) viewer.stopReading();
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, joinOneByOne));
  return {};
}

/** A client that did not read learns that it was dropped when it reads again. */
async function leave(): Promise<Answer> {
  for (const viewer of crowd.viewers) viewer.listen();
  await sleep(READING_FOR);
  crowd.leave();
  return { dropped: crowd.lost };
}

async function listen(event: string): Promise<Answer> {
  const told = await crowd.listen(event).first(() => true, TIMEOUT);
  return { heard: told.map(({ at }) => at) };
}

/** Once all have heard the press `last`, and what came after it has had the time to arrive. */
async function followedUpTo(last: number): Promise<Answer> {
  const { received, first } = following;
  await first<{ seq: number }>(({ seq }) => seq === last, TIMEOUT);
  await sleep(AFTER_LAST);
  const followed = { repeated: 0, disordered: 0, told: 0 };
  for (const events of Map.groupBy(received, ({ viewer }) => viewer).values()) {
    const heard = new Set<number>();
    for (const { data, isOpening } of events) {
      const { seq } = data as { seq: number };
      if (seq < Math.max(...heard)) followed.disordered += 1;
      // A new connection begins with the state as it stands.
      if (heard.has(seq) && !isOpening) followed.repeated += 1;
      heard.add(seq);
    }
    followed.told = Math.max(followed.told, heard.size);
  }
  return { followed };
}
