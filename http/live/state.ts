import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { type KnownStage, readStage, stageAt } from '../../model/programme/stage.ts';
import { type ResultsEvent, resultsEvent } from '../../model/results/results.ts';
import { readUrgent, type Urgent, urgentAt, urgentEnd } from '../../model/settings/urgent.ts';
import { publicVoteSettings, readVoteSettings, type VoteSettings, voteSettingsAt } from '../../model/settings/vote.ts';
import { voteMoments } from '../../model/settings/vote-window.ts';
import { startMoments } from '../../model/settings/watch/phase.ts';
import {
  publicWatchSettings,
  readWatchSettings,
  type WatchSettings,
  watchSettingsAt,
} from '../../model/settings/watch/watch.ts';

export const STATE_NAMES = ['stage', 'results', 'urgent', 'watch-settings', 'vote-settings'] as const;

export type State = Record<(typeof STATE_NAMES)[number], string>;

/** Settings as last read, evaluated by the clock: the vote opens and closes while the database is away. */
export function createState(db: Db, config: Pick<Config, 'streamPlayerUrl' | 'streamHlsUrl' | 'playerHosts'>) {
  const configured = { playerUrl: config.streamPlayerUrl, streamUrl: config.streamHlsUrl };
  let stage: KnownStage | undefined;
  let results: ResultsEvent | undefined;
  let watch: WatchSettings | undefined;
  let watchText = '';
  let vote: VoteSettings | undefined;
  let voteText = '';
  let urgent: Urgent | undefined;

  function watchNow(known: WatchSettings): string {
    const now = watchSettingsAt(known, Date.now());
    if (now !== known || watchText === '')
      watchText = JSON.stringify(publicWatchSettings(now, configured, config.playerHosts));
    watch = now;
    return watchText;
  }

  function voteNow(known: VoteSettings): string {
    const now = voteSettingsAt(known, Date.now());
    if (now !== known || voteText === '') voteText = JSON.stringify(publicVoteSettings(now));
    vote = now;
    return voteText;
  }

  return {
    async read(): Promise<void> {
      const reading = [
        readWatchSettings(db),
        readVoteSettings(db),
        readUrgent(db),
        readStage(db),
        resultsEvent(db),
      ] as const;
      const read = await Promise.all(reading).catch(() => undefined);
      if (!read) return;
      [watch, vote, urgent, stage, results] = [read[0].value, read[1].value, read[2].value, read[3], read[4]];
      [watchText, voteText] = ['', ''];
    },
    now(): State | undefined {
      if (!watch || !vote || !urgent || !stage || !results) return undefined;
      const now = Date.now();
      return {
        stage: JSON.stringify(stageAt(stage, now)),
        results: JSON.stringify(results),
        urgent: JSON.stringify(urgentAt(urgent, now)),
        'watch-settings': watchNow(watch),
        'vote-settings': voteNow(vote),
      };
    },
    /** In ms; Infinity if none. */
    nextMoment(): number {
      if (!watch || !vote || !urgent || !stage) return Number.POSITIVE_INFINITY;
      const moments = [...voteMoments(vote), ...startMoments(watch), urgentEnd(urgent), stage.until];
      return Math.min(...moments.filter((moment) => moment > Date.now()));
    },
  };
}
