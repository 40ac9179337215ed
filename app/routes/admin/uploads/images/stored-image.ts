import type { LibraryImage } from '../../../../../model/images/library.ts';
import type { Focus } from '../../../../../model/images/lookup.ts';
import type { UploadUse } from '../../../../../model/uploads/uses.ts';

const SMALL = 480;

/** The smallest variant; exists only for wider images. */
export function smallUrl({ url, width }: Pick<LibraryImage, 'url' | 'width'>): string {
  return width > SMALL ? url.replace(/\.\w+$/, `-${SMALL}.webp`) : url;
}

/** Uses in current versions, not in the bin or in earlier revisions. */
export function currentUses({ usedIn }: LibraryImage): UploadUse[] {
  return usedIn.filter(({ deleted, earlier }) => !deleted && !earlier);
}

/** What the site or an article in its current version shows. */
export function isShown(image: LibraryImage): boolean {
  return image.onSite || currentUses(image).length > 0;
}

/** The description that an article gets with the image. */
export function altOf({ alt, altInNews }: LibraryImage): string {
  return alt || altInNews;
}

/** CSS `object-position`. */
export function positionOf({ x, y }: Focus): string {
  return `${x}% ${y}%`;
}
