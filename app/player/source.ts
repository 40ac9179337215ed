/** What the player is asked to play. `src` is null when there is nothing to play; `problem` then says why. */
export interface Asked {
  title: string;
  src: string | null;
  problem?: string;
}

/** Reads `?src=<HLS address>&title=<title>`. A source is an absolute http(s) address or a path of this site. */
export function readSource(search: string): Asked {
  const query = new URLSearchParams(search);
  const title = query.get('title')?.trim() || 'Прямая трансляция';
  const src = query.get('src')?.trim();
  if (!src) return { title, src: null, problem: 'Источник трансляции не задан' };
  if (!isPlayable(src)) return { title, src: null, problem: 'Адрес трансляции записан с ошибкой' };
  return { title, src };
}

function isPlayable(src: string): boolean {
  if (/^\/(?![/\\])/.test(src)) return true;
  return /^https?:\/\//i.test(src) && URL.canParse(src);
}
