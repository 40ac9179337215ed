import { readSecond } from '../../model/settings/watch/phase.ts';
import type { PublicWatchSettings } from '../../model/settings/watch/watch.ts';
import { NO_STREAM } from './engine/engine.ts';

/** `src` is null when there is nothing to play; `problem` says why. */
export interface Asked {
  title: string;
  src: string | null;
  problem?: string;
  canRetry?: boolean;
  recording?: Recording;
}

/** `startsAt`: moment of the first frame (epoch ms), NaN when unknown. Start position in s; undefined waits for a tap. */
interface Recording {
  startsAt: number;
  from: number | undefined;
}

const TITLE = 'Прямая трансляция';

/** The query is trusted inside a frame (`frame-ancestors`). Elsewhere only configured sources are: a link could show a foreign stream. */
export async function findSource(search: string): Promise<Asked> {
  const asked = readSource(search);
  if (window.parent !== window) return asked;
  if (!asked.src) return { ...asked, title: TITLE };
  const settings = await readSettings();
  if (!settings) return { title: TITLE, src: null, problem: NO_STREAM, canRetry: true };
  const { title, sources, recording_url } = settings;
  if (asked.recording && recording_url === asked.src) return { ...asked, title };
  if (!sources) return { title: TITLE, src: null, problem: 'Сейчас трансляция не идёт.' };
  const isOurs = sources.some(({ player_url, stream_url }) => player_url === '/player' && stream_url === asked.src);
  if (isOurs) return { title, src: asked.src };
  return { title: TITLE, src: null, problem: 'Такой трансляции на этом сайте нет.' };
}

/** Reads `?src=<HLS address>&title=<title>`, of a recording also `&recording=<its start>&t=<second>`. A source is an absolute http(s) URL or a path of this site. */
function readSource(search: string): Asked {
  const query = new URLSearchParams(search);
  const title = query.get('title')?.trim() || TITLE;
  const src = query.get('src')?.trim();
  if (!src) return { title, src: null, problem: 'Источник трансляции не задан' };
  if (!isPlayable(src)) return { title, src: null, problem: 'Адрес трансляции записан с ошибкой' };
  const startsAt = query.get('recording');
  if (startsAt === null) return { title, src };
  return { title, src, recording: { startsAt: Number.parseInt(startsAt, 10), from: readSecond(query.get('t')) } };
}

function isPlayable(src: string): boolean {
  if (/^\/(?![/\\])/.test(src)) return true;
  return /^https?:\/\//i.test(src) && URL.canParse(src);
}

async function readSettings(): Promise<PublicWatchSettings | undefined> {
  try {
    const answer = await fetch('/api/watch-settings');
    return answer.ok ? ((await answer.json()) as PublicWatchSettings) : undefined;
  } catch {
    return undefined;
  }
}
