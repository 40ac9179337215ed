import type { LibraryImage } from '../../../../model/images/library.ts';
import type { ImageUse } from '../../../../model/images/uses.ts';

const SMALL = 480;

/** The smallest variant; exists only for wider images. */
export function smallUrl({ url, width }: Pick<LibraryImage, 'url' | 'width'>): string {
  return width > SMALL ? url.replace(/\.\w+$/, `-${SMALL}.webp`) : url;
}

/** Uses in current versions, not in the bin or in earlier revisions. */
export function currentUses({ usedIn }: LibraryImage): ImageUse[] {
  return usedIn.filter(({ deleted, earlier }) => !deleted && !earlier);
}

export function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} КБ`;
  return `${(kilobytes / 1024).toFixed(1).replace('.', ',')} МБ`;
}
