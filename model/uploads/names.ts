import { COPY_WIDTHS, copyName } from '../images/srcset.ts';

const EXTENSIONS = ['jpg', 'png', 'webp', 'gif'];
const NAME = new RegExp(`^[0-9a-f]{32}\\.(${EXTENSIONS.join('|')})$`);
const COPY = new RegExp(`^([0-9a-f]{32})-(${COPY_WIDTHS.join('|')})\\.webp$`);

/** File names that may serve `name`, best first; empty when it is no image name. */
export function namesFor(name: string): string[] {
  if (NAME.test(name)) return [name];
  const [, hash, width] = COPY.exec(name) ?? [];
  if (!hash) return [];
  const larger = COPY_WIDTHS.filter((each) => each > Number(width)).map((each) => `${hash}-${each}.webp`);
  return [name, ...larger, ...EXTENSIONS.map((extension) => `${hash}.${extension}`)];
}

/** File names of an image and all its possible variants. */
export function filesOf(name: string): string[] {
  return [name, ...copiesOf(name)];
}

/** Names of the possible variants, largest first. */
export function copiesOf(name: string): string[] {
  return COPY_WIDTHS.toReversed().map((width) => copyName(name, width));
}
