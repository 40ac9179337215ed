import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { publicVoteSettings, readVoteSettings, type VoteSettings, voteSettingsAt } from '../../model/settings/vote.ts';
import { voteMoments } from '../../model/settings/vote-window.ts';
import { publicWatchSettings, readWatchSettings } from '../../model/settings/watch/watch.ts';

export const STATE_NAMES = ['watch-settings', 'vote-settings'] as const;

/** What visitors may know of each setting, as JSON. */
export type State = Record<(typeof STATE_NAMES)[number], string>;

/**
 * The settings as they were read last, made public by the clock of the moment in which they are asked for: a database that is away
 * neither keeps the vote from opening nor the address of a closed one known.
 */
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
    /** Reads the settings anew; they stay as they are when that fails. */
    async read(): Promise<void> {
      const read = await Promise.all([readWatchSettings(db), readVoteSettings(db)]).catch(() => undefined);
      if (!read) return;
      watch = JSON.stringify(publicWatchSettings(read[0].value, configured, config.playerHosts));
      vote = read[1].value;
      voteText = '';
    },
    /** Undefined until the settings could be read once. */
    now(): State | undefined {
      return watch === undefined || !vote ? undefined : { 'watch-settings': watch, 'vote-settings': voteNow(vote) };
    },
    /** When (ms) the vote opens or closes next. */
    nextMoment(): number {
      const moments = vote ? voteMoments(vote) : [];
      return Math.min(...moments.filter((moment) => moment > Date.now()));
    },
  };
}
