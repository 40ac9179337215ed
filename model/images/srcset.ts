export const COPY_WIDTHS = [480, 640, 960, 1600]; // pixels: a card, a phone, a tablet or dense phone, a desktop

export interface ImageSources {
  src: string;
  srcset: string | undefined;
}

/** Widths of the variants of an image `width` pixels wide: only smaller ones. */
export function copyWidths(width: number): number[] {
  return COPY_WIDTHS.filter((each) => each < width);
}

/** URL or file name of a variant, from that of the image. */
export function copyName(original: string, width: number): string {
  return `${original.replace(/\.\w+$/, '')}-${width}.webp`;
}

/** `src` and `srcset` of an image `width` pixels wide; a GIF has no variants, as it may be animated. */
export function imageSources(url: string, width: number): ImageSources {
  if (!UPLOADED.test(url)) return { src: url, srcset: undefined };
  const copies = copyWidths(width).map((each) => `${copyName(url, each)} ${each}w`);
  return { src: url, srcset: copies.length > 0 ? [...copies, `${url} ${width}w`].join(', ') : undefined };
}

const UPLOADED = /^\/uploads\/[0-9a-f]{32}\.(jpg|png|webp)$/;
