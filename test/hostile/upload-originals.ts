import { deflateSync } from 'node:zlib';
import { generator } from '../rig/world/hostile-bodies.ts';
import { chunk, noise, sidewaysPhoto } from '../rig/world/pictures.ts';
import type { HostileFile } from './upload-files.ts';

export const MARK = 'SECRET<script>alert(1)</script>';

const MUTANTS = 80;

export async function ladenImages(): Promise<Record<string, Buffer>> {
  const exif = { IFD0: { Make: MARK, Copyright: MARK }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 0/1' } };
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>${MARK}</note></x:xmpmeta>`;
  const full = (width: number) =>
    noise(width, Math.round(width / 2))
      .withExif(exif)
      .withXmp(xmp)
      .withIccProfile('p3');
  const pngText = chunk('tEXt', Buffer.from(`Comment\0${MARK}`, 'latin1'));
  const drawing = await full(120).png().toBuffer();
  const photo = await full(120).jpeg().toBuffer();
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, MARK.length + 2]), Buffer.from(MARK)]);
  const still = await noise().gif().toBuffer();
  const gifComment = Buffer.concat([Buffer.from([0x21, 0xfe, MARK.length]), Buffer.from(MARK), Buffer.from([0])]);
  const gifXmp = Buffer.concat([
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('XMP DataXMP'),
    Buffer.from([MARK.length]),
    Buffer.from(MARK),
    Buffer.from([0]),
  ]);
  return {
    'laden.jpg': Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)]),
    'laden.png': Buffer.concat([
      drawing.subarray(0, 33),
      pngText,
      chunk('zTXt', Buffer.concat([Buffer.from('C\0\0'), deflateSync(MARK)])),
      drawing.subarray(33),
    ]),
    'laden.webp': await full(120).webp().toBuffer(),
    'laden.gif': Buffer.concat([still.subarray(0, -1), gifComment, gifXmp, still.subarray(-1)]),
    'large.jpg': await full(1000).jpeg().toBuffer(),
    'sideways.jpg': await sidewaysPhoto(),
  };
}

/** Flipped, lost, doubled, swapped and foreign bytes; more of them near the beginning, where the structure is. */
export function mutantsOf(name: string, bytes: Buffer, seed: number): HostileFile[] {
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
    return { name: `${name} ${kind} ${number}`, bytes: changed[kind]?.() ?? copy };
  });
}

const KINDS = ['flip', 'cut', 'lose', 'double', 'swap', 'extreme', 'text', 'tail'];

function flip(copy: Buffer, times: number, place: () => number, below: (limit: number) => number): Buffer {
  for (let time = 0; time < times; time += 1) copy[place()] = below(256);
  return copy;
}
