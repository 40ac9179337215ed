import { brokenFile, strangeStart } from '../errors.ts';
import { readEnd, type Source } from './source.ts';

/** Viewers look this far, in bytes, for the header and for the end (ISO 32000-1, implementation notes 13 and 18). */
const LOOKED_AT = 1024;

export function isPdf(start: Buffer): boolean {
  return start.subarray(0, 5).toString('latin1') === '%PDF-';
}

/** A PDF behind other bytes may be of two types at once. 422 */
export function assertNoHiddenPdf(start: Buffer): void {
  if (start.subarray(0, LOOKED_AT).includes('%PDF-')) throw strangeStart();
}

/** 422 without the end that each PDF has. */
export async function assertWholePdf(source: Source): Promise<void> {
  if (!(await readEnd(source, LOOKED_AT)).includes('%%EOF')) throw brokenFile();
}
