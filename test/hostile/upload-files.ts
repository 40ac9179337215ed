import { isoMedia, noise, oneImageOfEach } from '../rig/world/pictures.ts';
import { naughtyStrings, ownList } from './corpora.ts';
import { bombs } from './upload-bombs.ts';
import { ladenImages, MARK, mutantsOf } from './upload-originals.ts';

export interface HostileFile {
  name: string;
  bytes: Buffer;
  filename?: string;
  /** Over the limit of pixels: it has to be refused before anything is decoded. */
  isBomb?: boolean;
}

export async function hostileFiles(): Promise<HostileFile[]> {
  const originals = { ...(await oneImageOfEach()), ...(await ladenImages()) };
  const mutants = Object.entries(originals).flatMap(([name, bytes], at) => mutantsOf(name, bytes, at + 1));
  return [
    ...laden(originals),
    ...mutants,
    ...polyglots(originals),
    ...strangers(),
    ...(await bombs()),
    ...(await oddNames()),
  ];
}

function laden(originals: Record<string, Buffer>): HostileFile[] {
  return Object.entries(originals).map(([name, bytes]) => ({ name, bytes }));
}

const LISTS = ownList<{
  others: Record<string, string>;
  beginnings: Record<string, string>;
  names: string[];
}>('files.json');
const OTHERS = Object.entries(LISTS.others).map(([name, text]) => [name, text.replace('{MARK}', MARK)] as const);

/** A picture for one reader, something that runs for another. */
function polyglots(originals: Record<string, Buffer>): HostileFile[] {
  return Object.entries(originals).flatMap(([name, picture]) =>
    OTHERS.flatMap(([other, text]) => {
      const bytes = Buffer.from(text, 'latin1');
      return [
        { name: `${name}, then ${other}`, bytes: Buffer.concat([picture, bytes]) },
        ...(name.startsWith('laden')
          ? [{ name: `${other}, then ${name}`, bytes: Buffer.concat([bytes, picture]) }]
          : []),
      ];
    }),
  );
}

/** Other files under the names and first bytes of pictures. */
function strangers(): HostileFile[] {
  const files = Object.entries(LISTS.beginnings).flatMap(([magic, first]) =>
    OTHERS.map(([other, text]) => ({
      name: `${other} after ${magic}`,
      bytes: Buffer.from(first + text, 'latin1'),
    })),
  );
  const heif = ['heic', 'heix', 'mif1', 'avif', 'avis', 'isom', 'qt  '].map((brand) => ({
    name: brand,
    bytes: isoMedia(brand),
  }));
  return [
    ...files,
    ...heif,
    { name: 'nothing', bytes: Buffer.alloc(0) },
    { name: 'zeros', bytes: Buffer.alloc(100_000) },
  ];
}

async function oddNames(): Promise<HostileFile[]> {
  const bytes = await noise(20, 20).png().toBuffer();
  const names = [...LISTS.names, 'a'.repeat(5000), ...naughtyStrings()];
  return names.map((filename) => ({ name: `name ${JSON.stringify(filename).slice(0, 60)}`, bytes, filename }));
}
