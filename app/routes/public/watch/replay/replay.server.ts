import type { Db } from '../../../../../db/tables.ts';
import { type Replay, type ReplayChapter, readReplay } from '../../../../../model/programme/chapters.ts';
import { publicProgramme } from '../../../../../model/programme/programme.ts';
import { assumedEnd } from '../../../../../model/settings/watch/phase.ts';
import { framedRecording, OWN_PLAYER } from '../../../../../model/settings/watch/players.ts';
import type { Source } from '../../../../../model/settings/watch/sources.ts';
import type { PublicWatchSettings } from '../../../../../model/settings/watch/watch.ts';
import type { Site } from '../../../../context.ts';

export type ShownChapter = Pick<ReplayChapter, 'from' | 'to' | 'number' | 'slug' | 'name' | 'song'>;

export interface ShownReplay {
  player: Pick<Source, 'player_url' | 'stream_url'>;
  startsAt: string | null;
  chapters: ShownChapter[];
}

type Around = Pick<Site, 'db' | 'playerHosts' | 'isSpoilerFree'>;

/** Null without a recording that can be framed. */
export async function readShownReplay({ db, playerHosts, isSpoilerFree }: Around): Promise<ShownReplay | null> {
  const replay = await readReplay(db);
  const player = replay && framedRecording(replay.recording, playerHosts);
  if (!player) return null;
  const { startsAt, chapters } = replay;
  const shown = isSpoilerFree ? firstOfEach(chapters) : chapters;
  return {
    ...{ player, startsAt },
    chapters: shown.map(({ from, to, number, slug, name, song }) => ({ from, to, number, slug, name, song })),
  };
}

/** Without repeated performances: the last one is the winner's. */
function firstOfEach(chapters: Replay['chapters']): Replay['chapters'] {
  return chapters.filter(({ slug }, at) => chapters.findIndex((other) => other.slug === slug) === at);
}

interface Film {
  origin: string;
  title: string;
  description: string;
}

/** For search engines (`VideoObject`), with its performances as key moments. */
export function videoObject({ player, startsAt, chapters }: ShownReplay, film: Film): object {
  return {
    ...videoOf(player, startsAt, film),
    hasPart: chapters.map(({ from, to, name, song }) => ({
      '@type': 'Clip',
      name: song ? `${name} — «${song}»` : name,
      startOffset: from,
      ...(to !== null && { endOffset: to }),
      url: `${film.origin}/watch?t=${from}`,
    })),
  };
}

/** A broadcast that is on now, for search engines: `BroadcastEvent` marks it as live. Null when no start is known. */
export async function liveVideo(db: Db, watch: PublicWatchSettings, film: Film): Promise<object | null> {
  const { shows } = await publicProgramme(db);
  const soon = new Date(Date.now() + BROADCAST_LEAD).toISOString();
  const known = [{ starts_at: watch.starts_at, ends_at: null }, ...shows].flatMap(
    ({ starts_at: start, ends_at: end }) => (start !== null && start <= soon ? { start, end } : []),
  );
  const last = known.toSorted((one, other) => one.start.localeCompare(other.start)).at(-1);
  if (!last) return null;
  const publication = {
    '@type': 'BroadcastEvent',
    name: film.title,
    isLiveBroadcast: true,
    startDate: last.start,
    endDate: last.end ?? assumedEnd(last.start), // search engines want one
  };
  return { ...videoOf(watch, last.start, film), publication };
}

/** A broadcast is on this long before its show, in ms. */
const BROADCAST_LEAD = 3_600_000;

function videoOf(player: ShownReplay['player'], startsAt: string | null, { origin, title, description }: Film): object {
  const absolute = (address: string) => (address.startsWith('/') ? origin + address : address);
  return {
    '@type': 'VideoObject',
    name: title,
    description,
    thumbnailUrl: `${origin}/og/watch-000000000000.jpg`, // redirects to the current one
    ...(startsAt && { uploadDate: startsAt }),
    ...(player.stream_url
      ? { contentUrl: absolute(player.stream_url) }
      : { embedUrl: absolute(player.player_url ?? OWN_PLAYER) }),
    inLanguage: 'ru',
  };
}
