/** Widths in pixels of the smaller WebP copies that lie beside an uploaded picture: a card, a phone, a tablet or a dense phone, a desktop. */
export const COPY_WIDTHS = [480, 640, 960, 1600];

export interface ImageSources {
  src: string;
  /** For the `srcset` attribute; undefined where there is nothing to choose from. */
  srcset: string | undefined;
}

/** Widths of the copies a picture `width` pixels wide has: only smaller ones. */
export function copyWidths(width: number): number[] {
  return COPY_WIDTHS.filter((each) => each < width);
}

/** The address or file name of a copy, from that of the picture. */
export function copyName(original: string, width: number): string {
  return `${original.replace(/\.\w+$/, '')}-${width}.webp`;
}

/** What a browser chooses from for a picture of this address and original width in pixels. A GIF may move, so it has no copies. */
export function imageSources(url: string, width: number): ImageSources {
  if (!UPLOADED.test(url)) return { src: url, srcset: undefined };
  const copies = copyWidths(width).map((each) => `${copyName(url, each)} ${each}w`);
  return { src: url, srcset: copies.length > 0 ? [...copies, `${url} ${width}w`].join(', ') : undefined };
}

const UPLOADED = /^\/uploads\/[0-9a-f]{32}\.(jpg|png|webp)$/;
