import type { findImages } from '../model/images/lookup.ts';

/** A picture as a page shows it; its sides in pixels are known of those that were uploaded here. */
export interface Picture {
  src: string;
  width?: number;
  height?: number;
}

/** The cover at this address, with its size when it is among the pictures found. */
export function toCover(url: string | null, found: Awaited<ReturnType<typeof findImages>>): Picture | null {
  if (url === null) return null;
  const known = found.get(url);
  return known ? { src: url, width: known.width, height: known.height } : { src: url };
}
