import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { nextMoment, readLiveState, type Timed } from '../../model/next-change.ts';
import { idSchema, stageAt, stageSchema } from '../../model/programme/stage.ts';
import { resultsSince } from '../../model/results/results.ts';
import { type ResultsEvent, resultsEventSchema } from '../../model/results/schema.ts';
import { urgentAt, urgentSchema } from '../../model/settings/urgent.ts';
import { publicVoteSettings, voteSettingsAt, voteSettingsSchema } from '../../model/settings/vote.ts';
import { publicWatchSchema, publicWatchSettings, watchSettingsAt } from '../../model/settings/watch/watch.ts';
import type { Clients } from './clients.ts';

const stateSchema = z.object({
  stage: stageSchema,
  results: resultsEventSchema,
  urgent: urgentSchema.partial(),
  'watch-settings': publicWatchSchema.partial(),
  'vote-settings': voteSettingsSchema.partial(),
});

export const STATE_NAMES = stateSchema.keyof().options;

/** JSON by the name of the event. */
export type State = Record<(typeof STATE_NAMES)[number], string>;

export const pollSchema = stateSchema.extend({
  id: idSchema,
  now: z.number().describe('Time of the server, in ms since 1970'),
  lists: z.string().describe('Of the last change of news or texts: `epoch.version`, or `epoch.version.moment`'),
  poll_seconds: z.number().describe('When to ask again'),
});

export type Poll = z.output<typeof pollSchema>;

/** Settings as last read, evaluated by the clock: the vote opens and closes while the database is unavailable. */
export function createState(db: Db, config: Pick<Config, 'streamPlayerUrl' | 'streamHlsUrl' | 'playerHosts'>) {
  const configured = { playerUrl: config.streamPlayerUrl, streamUrl: config.streamHlsUrl };
  let known: (Timed & { results: ResultsEvent }) | undefined;
  let made: { state: State; at: number; until: number } | undefined; // once for thousands who join

  function make({ stage, results, urgent, watch, vote }: NonNullable<typeof known>, now: number): State {
    const shownWatch = publicWatchSettings(watchSettingsAt(watch, now), configured, config.playerHosts);
    return {
      stage: JSON.stringify(stageAt(stage, now)),
      results: JSON.stringify(results),
      urgent: JSON.stringify(urgentAt(urgent, now)),
      'watch-settings': JSON.stringify(shownWatch),
      'vote-settings': JSON.stringify(publicVoteSettings(voteSettingsAt(vote, now))),
    };
  }

  return {
    /** Returns missed events of results, oldest first; undefined while the database is unavailable: the known state is kept. */
    async read(): Promise<ResultsEvent[] | undefined> {
      const seq = known?.results.seq ?? Number.POSITIVE_INFINITY;
      const read = await Promise.all([readLiveState(db), resultsSince(db, seq)]).catch(() => undefined);
      if (!read) return undefined;
      const [timed, { now, missed }] = read;
      known = { ...timed, results: now };
      made = undefined;
      return missed;
    },
    now(): State | undefined {
      const now = Date.now();
      if (known && (!made || now < made.at || now >= made.until))
        made = { state: make(known, now), at: now, until: nextMoment(known, now) };
      return made?.state;
    },
    /** In ms; Infinity if none. */
    nextMoment: () => (known ? nextMoment(known) : Number.POSITIVE_INFINITY),
  };
}

const SAMPLE_INTERVAL = 60_000; // ms
const SAMPLES = 60;

export const viewersSchema = z.object({
  now: z.int(),
  minutes: z
    .array(z.object({ at: z.string(), count: z.int() }))
    .describe('At the end of each minute of the last hour, the oldest first; since this server started'),
});

export type Viewers = z.output<typeof viewersSchema>;

/** Counts the open event streams of this server every minute, in memory. */
export function countViewers(clients: Pick<Clients, 'size'>) {
  const minutes: Viewers['minutes'] = [];
  const timer = setInterval(() => {
    minutes.push({ at: new Date().toISOString(), count: clients.size() });
    if (minutes.length > SAMPLES) minutes.shift();
  }, SAMPLE_INTERVAL).unref();
  return { read: (): Viewers => ({ now: clients.size(), minutes: [...minutes] }), stop: () => clearInterval(timer) };
}
