import { deflateSync } from 'node:zlib';
import { generator } from '../rig/world/hostile-bodies.ts';
import { chunk, flatPng, isoMedia, noise, oneImageOfEach, sidewaysPhoto } from '../rig/world/pictures.ts';
import { naughtyStrings, ownList } from './corpora.ts';

export type HostileFile = [name: string, bytes: Buffer, filename?: string];

export const MARK = 'SECRET<script>alert(1)</script>';

const MUTANTS = 80;

export async function hostileFiles(): Promise<HostileFile[]> {
  const originals = { ...(await oneImageOfEach()), ...(await ladenImages()) };
  return [
    ...Object.entries(originals),
    ...Object.entries(originals).flatMap(([name, bytes], at) => mutantsOf(name, bytes, at + 1)),
    ...polyglots(originals),
    ...strangers(),
    ...(await unpacking()),
    ...(await oddNames()),
  ];
}

type Lists = Record<'others' | 'beginnings', Record<string, string>> & { names: string[] };
const LISTS = ownList<Lists>('files.json');
const OTHERS = Object.entries(LISTS.others).map(([name, text]) => [name, text.replace('{MARK}', MARK)] as const);

/** A picture for one reader, something that runs for another. */
function polyglots(originals: Record<string, Buffer>): HostileFile[] {
  return Object.entries(originals).flatMap(([name, picture]) =>
    OTHERS.flatMap(([other, text]): HostileFile[] => {
      const bytes = Buffer.from(text, 'latin1');
      const after: HostileFile = [`${name}, then ${other}`, Buffer.concat([picture, bytes])];
      const before: HostileFile = [`${other}, then ${name}`, Buffer.concat([bytes, picture])];
      return name.startsWith('laden') ? [after, before] : [after];
    }),
  );
}

/** Other files under the names and first bytes of pictures. */
function strangers(): HostileFile[] {
  const begun = Object.entries(LISTS.beginnings).flatMap(([magic, first]) =>
    OTHERS.map(([other, text]): HostileFile => [`${other} after ${magic}`, Buffer.from(first + text, 'latin1')]),
  );
  const brands = ['heic', 'heix', 'mif1', 'avif', 'avis', 'isom', 'qt  '];
  const heif = brands.map((brand): HostileFile => [brand, isoMedia(brand)]);
  return [...begun, ...heif, ['nothing', Buffer.alloc(0)], ['zeros', Buffer.alloc(100_000)]];
}

/** Small pictures whose metadata unpack to 200 MB, and one of as many pixels as there may be (of more: test/images/images.sqlite.test.ts). */
async function unpacking(): Promise<HostileFile[]> {
  const zeros = deflateSync(Buffer.alloc(200_000_000), { level: 9 });
  const plain = await noise().png().toBuffer();
  const packed = ['zTXt', 'iCCP', 'iTXt'].map((kind): HostileFile => {
    const head = kind === 'iTXt' ? 'a\0\x01\0\0\0' : 'a\0\0';
    const data = chunk(kind, Buffer.concat([Buffer.from(head, 'latin1'), zeros]));
    return [`png with 200 MB in ${kind}`, Buffer.concat([plain.subarray(0, 33), data, plain.subarray(33)])];
  });
  return [...packed, ['png of 64 megapixels that is whole', flatPng(8000, 8000)]];
}

async function oddNames(): Promise<HostileFile[]> {
  const bytes = await noise(20, 20).png().toBuffer();
  const names = [...LISTS.names, 'a'.repeat(5000), ...naughtyStrings()];
  return names.map((filename) => [`name ${JSON.stringify(filename).slice(0, 60)}`, bytes, filename]);
}

async function ladenImages(): Promise<Record<string, Buffer>> {
  const exif = { IFD0: { Make: MARK, Copyright: MARK }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 0/1' } };
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>${MARK}</note></x:xmpmeta>`;
  const full = (width: number) =>
    noise(width, width / 2)
      .withExif(exif)
      .withXmp(xmp)
      .withIccProfile('p3');
  const pngText = chunk('tEXt', Buffer.from(`Comment\0${MARK}`, 'latin1'));
  const pngPacked = chunk('zTXt', Buffer.concat([Buffer.from('C\0\0'), deflateSync(MARK)]));
  const drawing = await full(120).png().toBuffer();
  const photo = await full(120).jpeg().toBuffer();
  const comment = Buffer.from(`\xff\xfe\0${String.fromCharCode(MARK.length + 2)}${MARK}`, 'latin1');
  const still = await noise().gif().toBuffer();
  const gifComment = Buffer.from(`!\xfe${String.fromCharCode(MARK.length)}${MARK}\0`, 'latin1');
  const gifXmp = Buffer.from(`!\xff\x0bXMP DataXMP${String.fromCharCode(MARK.length)}${MARK}\0`, 'latin1');
  return {
    'laden.jpg': Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)]),
    'laden.png': Buffer.concat([drawing.subarray(0, 33), pngText, pngPacked, drawing.subarray(33)]),
    'laden.webp': await full(120).webp().toBuffer(),
    'laden.gif': Buffer.concat([still.subarray(0, -1), gifComment, gifXmp, still.subarray(-1)]),
    'large.jpg': await full(1000).jpeg().toBuffer(),
    'sideways.jpg': await sidewaysPhoto(),
  };
}

/** Flipped, lost, doubled, swapped and foreign bytes; more of them near the beginning, where the structure is. */
function mutantsOf(name: string, bytes: Buffer, seed: number): HostileFile[] {
  const random = generator(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const place = () => below(random() < 0.5 ? Math.min(400, bytes.length) : bytes.length);
  return Array.from({ length: MUTANTS }, (_, number) => {
    const kind = KINDS[number % KINDS.length] ?? 'flip';
    const copy = Buffer.from(bytes);
    const [at, other] = [place(), place()];
    const run = 1 + below(64);
    const changed: Record<string, () => Buffer> = {
      flip: () => flip(copy, 1 + below(8), place, below),
      cut: () => copy.subarray(0, at + 1),
      lose: () => Buffer.concat([copy.subarray(0, at), copy.subarray(at + run)]),
      double: () => Buffer.concat([copy.subarray(0, at), copy.subarray(at, at + run), copy.subarray(at)]),
      swap: () => Buffer.concat([copy.subarray(0, at), copy.subarray(other, other + run), copy.subarray(at + run)]),
      extreme: () =>
        Buffer.concat([copy.subarray(0, at), Buffer.alloc(4, random() < 0.5 ? 0xff : 0), copy.subarray(at + 4)]),
      text: () => Buffer.concat([copy.subarray(0, at), Buffer.from(MARK), copy.subarray(at)]),
      tail: () => Buffer.concat([copy, Buffer.from(MARK), Buffer.alloc(below(2000), 0x41)]),
    };
    return [`${name} ${kind} ${number}`, changed[kind]?.() ?? copy];
  });
}

const KINDS = ['flip', 'cut', 'lose', 'double', 'swap', 'extreme', 'text', 'tail'];

function flip(copy: Buffer, times: number, place: () => number, below: (limit: number) => number): Buffer {
  for (let time = 0; time < times; time += 1) copy[place()] = below(256);
  return copy;
}
