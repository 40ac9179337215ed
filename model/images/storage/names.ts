import { COPY_WIDTHS, copyName } from '../srcset.ts';

const EXTENSIONS = ['jpg', 'png', 'webp', 'gif'];
const NAME = new RegExp(`^[0-9a-f]{32}\\.(${EXTENSIONS.join('|')})$`);
const COPY = new RegExp(`^([0-9a-f]{32})-(${COPY_WIDTHS.join('|')})\\.webp$`);

/** Names of the files one of which may answer for `name`, the best first; none when it is no name of a picture or copy. */
export function namesFor(name: string): string[] {
  if (NAME.test(name)) return [name];
  const [, hash, width] = COPY.exec(name) ?? [];
  if (!hash) return [];
  // For a copy that was not made stands a larger one, or the picture itself.
  const larger = COPY_WIDTHS.filter((each) => each > Number(width)).map((each) => `${hash}-${each}.webp`);
  return [name, ...larger, ...EXTENSIONS.map((extension) => `${hash}.${extension}`)];
}

/** The file of a picture and those of all copies that it may have. */
export function filesOf(name: string): string[] {
  return [name, ...copiesOf(name)];
}

/** Names of the copies that a picture may have, the largest first. */
export function copiesOf(name: string): string[] {
  return COPY_WIDTHS.toReversed().map((width) => copyName(name, width));
}
