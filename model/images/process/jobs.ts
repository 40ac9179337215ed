import type { ImageHeader } from '../header.ts';

export interface ImageJob {
  bytes: Buffer;
  header: ImageHeader;
}

export interface DrawingJob {
  /** Own SVG only: the decoders of uploads exclude SVG. */
  svg: string;
  format: 'png' | 'jpeg';
  width?: number;
  behind?: Buffer;
}

export interface ReencodedImage {
  bytes: Buffer;
  /** Pixels as displayed: upright, one frame. */
  width: number;
  height: number;
  /** WebP variants that save bytes; none of an animation. */
  copies: { width: number; bytes: Buffer }[];
}

export interface ImageLimits {
  /** All frames together. */
  pixels: number;
  /** Per image, ms. */
  time: number;
  /** Resident set of the child, bytes. */
  memory: number;
}

export type ImageOrder = (ImageJob | DrawingJob) & { limits: ImageLimits };
export type ImageAnswer = ReencodedImage | { drawn: Buffer } | { failed: 'broken' | 'too_many_pixels' | 'too_heavy' };
