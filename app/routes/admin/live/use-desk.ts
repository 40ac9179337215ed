import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ResultsDocument } from '../../../../model/results/schema.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../ui/errors/api-error.ts';
import type { Message } from '../../../ui/live/document.ts';
import { type Answer, follow } from '../../../ui/live/stream.ts';
import { setServerClock } from '../../../ui/time/server-clock.ts';
import { type Answered, type Known, toDesk, UNKNOWN, withDesk, withMessage, withResults } from './desk.ts';

/** Its address, for changes that are no presses. */
export const DESK = '/admin/desk';
const KEY = [DESK];
/** An operator’s connection: lost, it is opened again much sooner than that of a visitor. */
const PACE = { doubtAfter: 15_000, readFor: 0, readEvery: 2000, isEager: true };
/** In ms; doubled until an answer comes, as the server may be busy. */
const READ_WITHIN = { first: 5000, atMost: 20_000 };
/** An answer, its event and its repetition come together and are read once. In ms. */
const TOGETHER = 30;

export type Feed = 'connecting' | 'open' | 'lost';
export type DeskState = ReturnType<typeof useDesk>;

/** The live document with its private part, which is read again when the stream tells of something newer. */
export function useDesk() {
  const client = useQueryClient();
  const { known, error, show, reload } = useRead();
  const { live, desk, isBehind } = known;
  const { parts } = live;
  const hear = useCallback(
    (message: Message) => {
      if (message.now !== undefined) setServerClock(message.now);
      client.setQueryData<Known>(KEY, withMessage(newest(client), message));
    },
    [client],
  );
  // Another server may be behind: what did not help is not repeated at once.
  useEffect(() => {
    if (isBehind && (live.id || desk?.id || parts)) void reload();
  }, [isBehind, live.id, desk?.id, parts, reload]);

  /** The show whose results are read. */
  const choose = useCallback(
    (chosen: number | undefined) => {
      show.current = chosen;
      const { desk: read } = newest(client);
      if (read && read.results?.show_id !== chosen) void reload();
    },
    [client, show, reload],
  );
  /** Takes over what a press or a save has answered. */
  const change = useCallback(
    (to: (results: ResultsDocument) => ResultsDocument) =>
      client.setQueryData<Known>(KEY, withResults(newest(client), to)),
    [client],
  );
  const problem = !desk && error ? extractError(error) : undefined;
  return { feed: useFeed(hear, reload), desk, stage: parts.stage, problem, hear, reload, choose, change };
}

/** The document, and what reads it: one read at a time. */
function useRead() {
  const { call } = useSession();
  const client = useQueryClient();
  const show = useRef<number>(undefined);
  const within = useRef(READ_WITHIN.first);
  const read = async (signal: AbortSignal): Promise<Known> => {
    await new Promise((resolve) => setTimeout(resolve, TOGETHER));
    for (;;) {
      const [{ live: before }, asked] = [newest(client), show.current];
      const path = asked === undefined ? DESK : `${DESK}?show=${asked}`;
      const until = AbortSignal.any([signal, AbortSignal.timeout(within.current)]);
      within.current = Math.min(2 * within.current, READ_WITHIN.atMost);
      const desk = toDesk((await call<Answered>('GET', path, { signal: until, background: true })).data);
      within.current = READ_WITHIN.first;
      if (desk.live.now !== undefined) setServerClock(desk.live.now);
      const { live } = newest(client);
      const known = withDesk(newest(client), desk);
      client.setQueryData<Known>(KEY, known);
      // What was heard or chosen meanwhile may not be in it.
      if (asked === show.current && (live === before || !known.isBehind)) return known;
    }
  };
  const queryFn = ({ signal }: { signal: AbortSignal }) => read(signal);
  const query = useQuery({ queryKey: KEY, queryFn, initialData: UNKNOWN, structuralSharing: false });
  const { data: known, error, refetch } = query;
  const reload = useCallback(async (): Promise<Answer | undefined> => {
    const { parts } = newest(client).live;
    const { data, isError } = await refetch({ cancelRefetch: false });
    return isError ? undefined : { isNews: data?.live.parts !== parts };
  }, [client, refetch]);
  return { known, error, show, reload };
}

function newest(client: QueryClient): Known {
  return client.getQueryData<Known>(KEY) ?? UNKNOWN;
}

/** Whether the desk is connected. Read at the start, when the network comes or goes, and when it is looked at. */
function useFeed(tell: (message: Message) => void, read: () => Promise<Answer | undefined>): Feed {
  const [feed, setFeed] = useState<Feed>('connecting');
  useEffect(() => {
    let hearing = new AbortController();
    const say = (isReached: boolean) => setFeed(isReached ? 'open' : 'lost');
    const start = () => void follow(hearing.signal, { since: () => undefined, tell, read, say, pace: PACE });
    const restart = () => {
      hearing.abort();
      hearing = new AbortController();
      start();
    };
    const look = () => void (document.hidden || read());
    const ends = new AbortController();
    const { signal } = ends;
    start();
    addEventListener('online', restart, { signal });
    addEventListener('offline', restart, { signal });
    document.addEventListener('visibilitychange', look, { signal });
    return () => {
      hearing.abort();
      ends.abort();
    };
  }, [tell, read]);
  return feed;
}
