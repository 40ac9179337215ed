import type { findImages } from '../model/images/lookup.ts';

/** Image of a page; size in pixels is known only for uploaded images. */
export interface Picture {
  src: string;
  width?: number;
  height?: number;
}

export function toCover(url: string | null, found: Awaited<ReturnType<typeof findImages>>): Picture | null {
  if (url === null) return null;
  const known = found.get(url);
  return known ? { src: url, width: known.width, height: known.height } : { src: url };
}
