import { z } from 'zod';
import { ReleaseError } from './errors.ts';

/** First file of an archive, and in the folder of an unpacked release. Commands of older versions read it: it may only grow. */
export const DESCRIPTION = 'release.json';
/** Second file: a line for every other one, in the format of `sha256sum`. */
export const SUMS = 'SHA256SUMS';

const descriptionSchema = z.object({
  format: z.literal(1),
  version: z.string().regex(/^\d[\w.+-]*$/),
  commit: z.string(),
  /** As in `process.platform` and `process.arch`. */
  platform: z.string(),
  /** Unpacked. */
  bytes: z.number().int().positive(),
  files: z.number().int().positive(),
});

export type Description = z.infer<typeof descriptionSchema>;

export function parseDescription(text: string): Description {
  try {
    return descriptionSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ReleaseError('Этот файл — не архив rampa, или эта версия его не читает.', { cause });
  }
}
