import type { LibraryImage } from '../../../../model/images/library.ts';
import type { ImageUse } from '../../../../model/images/uses.ts';

/** Width of the smallest form of a picture that the server keeps beside it. In pixels. */
const SMALL = 480;

/** The small form of a picture, which exists only beside a larger one. */
export function smallUrl({ url, width }: Pick<LibraryImage, 'url' | 'width'>): string {
  return width > SMALL ? url.replace(/\.\w+$/, `-${SMALL}.webp`) : url;
}

/** Articles that show it as they are now, not in the bin and not in a former version alone. */
export function currentUses({ usedIn }: LibraryImage): ImageUse[] {
  return usedIn.filter(({ deleted, earlier }) => !deleted && !earlier);
}

export function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} КБ`;
  return `${(kilobytes / 1024).toFixed(1).replace('.', ',')} МБ`;
}
