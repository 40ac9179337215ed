import type { ImageHeader } from '../header.ts';
import type { Focus } from '../lookup.ts';

export interface ImageJob {
  bytes: Buffer;
  header: ImageHeader;
}

export interface DrawingJob {
  svg: string; // own SVG only: the decoders of uploads exclude SVG
  format: 'png' | 'jpeg';
  width?: number;
  behind?: Buffer;
  focus?: Focus | undefined; // of `behind`; its middle without one
}

export interface ReencodedImage {
  bytes: Buffer;
  width: number; // pixels as displayed: upright, one frame
  height: number;
  copies: { width: number; bytes: Buffer }[]; // WebP variants that save bytes; none of an animation
}

export interface ImageLimits {
  pixels: number; // all frames together
  time: number; // ms of CPU per image
  memory: number; // bytes, resident set of the child
}

export type ImageOrder = (ImageJob | DrawingJob) & { limits: ImageLimits };
export type ImageAnswer = ReencodedImage | { drawn: Buffer } | { failed: 'broken' | 'too_many_pixels' | 'too_heavy' };
