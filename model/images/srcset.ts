export const VARIANT_WIDTHS = [480, 640, 960, 1600]; // pixels: a card, a phone, a tablet or dense phone, a desktop

export interface ImageSources {
  src: string;
  srcset: string | undefined;
}

/** Widths of the variants of an image `width` pixels wide: only smaller ones. */
export function variantWidths(width: number): number[] {
  return VARIANT_WIDTHS.filter((each) => each < width);
}

/** URL or file name of a variant of an image. */
export function variantName(original: string, width: number): string {
  return `${original.replace(/\.\w+$/, '')}-${width}.webp`;
}

/** `src` and `srcset` of an image `width` pixels wide; a GIF has no variants, as it may be animated. */
export function imageSources(url: string, width: number): ImageSources {
  if (!UPLOADED.test(url)) return { src: url, srcset: undefined };
  const variants = variantWidths(width).map((each) => `${variantName(url, each)} ${each}w`);
  return { src: url, srcset: variants.length > 0 ? [...variants, `${url} ${width}w`].join(', ') : undefined };
}

const UPLOADED = /^\/uploads\/[0-9a-f]{32}\.(jpg|png|webp)$/;
