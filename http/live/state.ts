import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { publicVoteSettings, readVoteSettings, type VoteSettings, voteSettingsAt } from '../../model/settings/vote.ts';
import { voteMoments } from '../../model/settings/vote-window.ts';
import { publicWatchSettings, readWatchSettings } from '../../model/settings/watch/watch.ts';

export const STATE_NAMES = ['watch-settings', 'vote-settings'] as const;

export type State = Record<(typeof STATE_NAMES)[number], string>;

/** Settings as last read, evaluated by the clock: the vote opens and closes while the database is away. */
export function createState(db: Db, config: Pick<Config, 'streamPlayerUrl' | 'streamHlsUrl' | 'playerHosts'>) {
  const configured = { playerUrl: config.streamPlayerUrl, streamUrl: config.streamHlsUrl };
  let watch: string | undefined;
  let vote: VoteSettings | undefined;
  let voteText = '';

  function voteNow(known: VoteSettings): string {
    const now = voteSettingsAt(known, Date.now());
    if (now !== known || voteText === '') voteText = JSON.stringify(publicVoteSettings(now));
    vote = now;
    return voteText;
  }

  return {
    async read(): Promise<void> {
      const read = await Promise.all([readWatchSettings(db), readVoteSettings(db)]).catch(() => undefined);
      if (!read) return;
      watch = JSON.stringify(publicWatchSettings(read[0].value, configured, config.playerHosts));
      vote = read[1].value;
      voteText = '';
    },
    now(): State | undefined {
      return watch === undefined || !vote ? undefined : { 'watch-settings': watch, 'vote-settings': voteNow(vote) };
    },
    /** In ms; Infinity if none. */
    nextMoment(): number {
      const moments = vote ? voteMoments(vote) : [];
      return Math.min(...moments.filter((moment) => moment > Date.now()));
    },
  };
}
