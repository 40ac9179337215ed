import { oneLine } from '../text/plain.ts';

export const LONGEST_TITLE = 120; // characters
const LONGEST_EXTENSION = 6;

/** Title of an uploaded file: its name without the path, as browsers send it; '' when nothing of it can be read. */
export function titleOf(fileName: string): string {
  const name = fileName.replace(/%22|%0D|%0A/gi, (code) => (code === '%22' ? '"' : ' '));
  const title = cleanTitle(name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1), Number.MAX_VALUE);
  if (!/[\p{L}\p{N}]/u.test(title)) return '';
  const [extension = ''] = /\.\w+$/.exec(title) ?? [];
  const isCut = title.length > LONGEST_TITLE && extension !== '' && extension.length <= LONGEST_EXTENSION;
  if (!isCut) return cut(title, LONGEST_TITLE);
  return `${cut(title.slice(0, -extension.length), LONGEST_TITLE - extension.length - 1)}…${extension}`;
}

/** One line of at most `longest` characters, without those that could not be read. */
export function cleanTitle(text: string, longest = LONGEST_TITLE): string {
  return cut(oneLine(text.toWellFormed().replaceAll('\uFFFD', '')), longest);
}

/** Never between the halves of a surrogate pair. */
function cut(text: string, longest: number): string {
  return text.length <= longest
    ? text
    : text
        .slice(0, longest)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd();
}
