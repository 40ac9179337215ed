import type { ImageHeader } from '../header.ts';

export interface ImageJob {
  bytes: Buffer;
  header: ImageHeader;
}

/** A drawing of our own, to be made into pixels. */
export interface DrawingJob {
  /** SVG whose size in pixels is in its frame or in `width`. Nobody else's: the decoders of pictures from outside know no SVG. */
  svg: string;
  format: 'png' | 'jpeg';
  /** In pixels; without it the size that the drawing has. */
  width?: number;
  /** A picture of any of the four formats that fills the space behind the drawing, cut to its shape. */
  behind?: Buffer;
}

export interface ReencodedImage {
  bytes: Buffer;
  /** Size as it is shown, in pixels: turned upright, one frame of an animation. */
  width: number;
  height: number;
  /** Smaller ones as WebP, those that save bytes; none of an animation. */
  copies: { width: number; bytes: Buffer }[];
}

export interface ImageLimits {
  /** Pixels of all frames together. */
  pixels: number;
  /** For one picture, in ms. */
  time: number;
  /** Resident memory of the process, in bytes. */
  memory: number;
}

/** What goes to the child and comes back. */
export type ImageOrder = (ImageJob | DrawingJob) & { limits: ImageLimits };
export type ImageAnswer = ReencodedImage | { drawn: Buffer } | { failed: 'broken' | 'too_many_pixels' | 'too_heavy' };
