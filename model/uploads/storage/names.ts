import { COPY_WIDTHS, copyName } from '../../images/srcset.ts';
import { FILE_EXTENSIONS, IMAGE_EXTENSIONS } from '../types.ts';

const NAME = new RegExp(`^[0-9a-f]{32}\\.(${[...IMAGE_EXTENSIONS, ...FILE_EXTENSIONS].join('|')})$`);
const COPY = new RegExp(`^([0-9a-f]{32})-(${COPY_WIDTHS.join('|')})\\.webp$`);

/** File names that may serve `name`, best first; empty when it is the name of no upload. */
export function namesFor(name: string): string[] {
  if (NAME.test(name)) return [name];
  const [, hash, width] = COPY.exec(name) ?? [];
  if (!hash) return [];
  const larger = COPY_WIDTHS.filter((each) => each > Number(width)).map((each) => `${hash}-${each}.webp`);
  return [name, ...larger, ...IMAGE_EXTENSIONS.map((extension) => `${hash}.${extension}`)];
}

/** File names of an upload: an image has possible variants. */
export function filesOf(name: string): string[] {
  return [name, ...(IMAGE_EXTENSIONS.includes(name.slice(name.lastIndexOf('.') + 1)) ? copiesOf(name) : [])];
}

/** Names of the possible variants, largest first. */
export function copiesOf(name: string): string[] {
  return COPY_WIDTHS.toReversed().map((width) => copyName(name, width));
}
