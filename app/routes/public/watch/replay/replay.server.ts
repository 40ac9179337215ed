import { type Replay, type ReplayChapter, readReplay } from '../../../../../model/programme/chapters.ts';
import { framedRecording } from '../../../../../model/settings/watch/embeds.ts';
import type { Source } from '../../../../../model/settings/watch/sources.ts';
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

/** For search engines (`VideoObject`). */
export function videoObject(
  { player, startsAt, chapters }: ShownReplay,
  { origin, title, description }: { origin: string; title: string; description: string },
): object {
  const absolute = (address: string) => (address.startsWith('/') ? origin + address : address);
  return {
    '@type': 'VideoObject',
    name: title,
    description,
    thumbnailUrl: `${origin}/og/watch-000000000000.jpg`, // leads to the present one
    ...(startsAt && { uploadDate: startsAt }),
    ...(player.stream_url ? { contentUrl: absolute(player.stream_url) } : { embedUrl: player.player_url }),
    inLanguage: 'ru',
    hasPart: chapters.map(({ from, to, name, song }) => ({
      '@type': 'Clip',
      name: song ? `${name} — «${song}»` : name,
      startOffset: from,
      ...(to !== null && { endOffset: to }),
      url: `${origin}/watch?t=${from}`,
    })),
  };
}
