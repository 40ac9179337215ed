import { deflateSync } from 'node:zlib';
import { generator } from '../hostile-bodies.ts';
import { animation, chunk, flatPng, isoMedia, noise, onePictureOfEach, png, sidewaysPhoto } from '../pictures.ts';
import { naughtyStrings } from './corpora.ts';

export interface HostileFile {
  name: string;
  bytes: Buffer;
  filename?: string;
  /** Over the limit of pixels: it has to be refused before anything is decoded. */
  isBomb?: boolean;
}

/** Stands in all that must not be stored. */
export const MARK = 'SECRET<script>alert(1)</script>';

/** Changed copies of each real picture. */
const MUTANTS = 80;

export async function hostileFiles(): Promise<HostileFile[]> {
  const originals = { ...(await onePictureOfEach()), ...(await ladenPictures()) };
  const mutants = Object.entries(originals).flatMap(([name, bytes], at) => mutantsOf(name, bytes, at + 1));
  return [...laden(originals), ...mutants, ...polyglots(originals), ...strangers(), ...(await bombs()), ...(await oddNames())];
}

function laden(originals: Record<string, Buffer>): HostileFile[] {
  return Object.entries(originals).map(([name, bytes]) => ({ name, bytes }));
}

/** Pictures with everything that cameras, programs and people write into them. */
async function ladenPictures(): Promise<Record<string, Buffer>> {
  const exif = { IFD0: { Make: MARK, Copyright: MARK }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 0/1' } };
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>${MARK}</note></x:xmpmeta>`;
  const full = (width: number) => noise(width, Math.round(width / 2)).withExif(exif).withXmp(xmp).withIccProfile('p3');
  const pngText = chunk('tEXt', Buffer.from(`Comment\0${MARK}`, 'latin1'));
  const drawing = await full(120).png().toBuffer();
  const photo = await full(120).jpeg().toBuffer();
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, MARK.length + 2]), Buffer.from(MARK)]);
  const still = await noise().gif().toBuffer();
  const gifComment = Buffer.concat([Buffer.from([0x21, 0xfe, MARK.length]), Buffer.from(MARK), Buffer.from([0])]);
  const gifXmp = Buffer.concat([Buffer.from([0x21, 0xff, 11]), Buffer.from('XMP DataXMP'), Buffer.from([MARK.length]), Buffer.from(MARK), Buffer.from([0])]);
  return {
    'laden.jpg': Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)]),
    'laden.png': Buffer.concat([drawing.subarray(0, 33), pngText, chunk('zTXt', Buffer.concat([Buffer.from('C\0\0'), deflateSync(MARK)])), drawing.subarray(33)]),
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
      extreme: () => Buffer.concat([copy.subarray(0, at), Buffer.alloc(4, random() < 0.5 ? 0xff : 0), copy.subarray(at + 4)]),
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

const HTML = `<!doctype html><script>alert(1)</script>${MARK}`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><!--${MARK}--><image href="file:///etc/passwd"/></svg>`;
const OTHERS: Record<string, string> = {
  html: HTML, svg: SVG, 'svg with a prologue': `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}`,
  pdf: `%PDF-1.7\n1 0 obj<</S/JavaScript/JS(${MARK})>>endobj`, zip: `PK\x03\x04${MARK}`, script: `alert(1)//${MARK}`, php: `<?php ${MARK} ?>`,
  swf: `CWS\x09${MARK}`, mvg: `push graphic-context image over 0,0 0,0 'https://127.0.0.1/x' ${MARK}`, eps: `%!PS-Adobe-3.0 EPSF ${MARK}`, xbm: `#define x_width 1000 ${MARK}`, elf: `\x7fELF${MARK}`, exe: `MZ${MARK}`, htaccess: `AddType text/html .png #${MARK}`, json: `{"a":"${MARK}"}`, psd: `8BPS${MARK}`, ico: `\0\0\x01\0${MARK}`, bmp: `BM${MARK}`, tiff: `II*\0${MARK}`, jxl: `\xff\x0a${MARK}`, jp2: `\0\0\0\x0cjP  ${MARK}`, exr: `v/1\x01${MARK}`, hdr: `#?RADIANCE\n${MARK}`, pnm: `P6 1000 1000 255 ${MARK}`, dicom: `${'\0'.repeat(128)}DICM${MARK}`, fits: `SIMPLE  = ${MARK}`,
};

/** A picture for one reader, something that runs for another. */
function polyglots(originals: Record<string, Buffer>): HostileFile[] {
  return Object.entries(originals).flatMap(([name, picture]) =>
    Object.entries(OTHERS).flatMap(([other, text]) => {
      const bytes = Buffer.from(text, 'latin1');
      return [
        { name: `${name}, then ${other}`, bytes: Buffer.concat([picture, bytes]) },
        ...(name.startsWith('laden') ? [{ name: `${other}, then ${name}`, bytes: Buffer.concat([bytes, picture]) }] : []),
      ];
    }),
  );
}

/** Other files under the names and first bytes of pictures. */
function strangers(): HostileFile[] {
  const magics = { none: '', jpeg: '\xff\xd8\xff\xe0', png: '\x89PNG\r\n\x1a\n', gif: 'GIF89a', 'gif as script': 'GIF89a=1;', webp: 'RIFF\x24\0\0\0WEBP', riff: 'RIFF', 'half a png': '\x89PNG' };
  const files = Object.entries(magics).flatMap(([magic, first]) => Object.entries(OTHERS).map(([other, text]) => ({ name: `${other} after ${magic}`, bytes: Buffer.from(first + text, 'latin1') })));
  const heif = ['heic', 'heix', 'mif1', 'avif', 'avis', 'isom', 'qt  '].map((brand) => ({ name: brand, bytes: isoMedia(brand) }));
  return [...files, ...heif, { name: 'nothing', bytes: Buffer.alloc(0) }, { name: 'zeros', bytes: Buffer.alloc(100_000) }];
}

async function bombs(): Promise<HostileFile[]> {
  const huge = Buffer.from([0xff, 0xff, 0xff, 0xff]);
  const at = (bytes: Buffer, mark: Buffer | string, offset: number, values: Buffer | number[]) => {
    const copy = Buffer.from(bytes);
    copy.set(values, copy.indexOf(mark) + offset);
    return copy;
  };
  const files: Record<string, Buffer> = {
    'whole png of 400 megapixels': flatPng(20_000, 20_000),
    'png of 2^31': png(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(0)),
    'png of 65 megapixels interlaced': flatPng(8100, 8100, { interlaced: true }),
    'jpeg of 65535': at(await noise().jpeg().toBuffer(), Buffer.from([0xff, 0xc0]), 5, huge),
    'progressive jpeg of 65535': at(await noise().jpeg({ progressive: true }).toBuffer(), Buffer.from([0xff, 0xc2]), 5, huge),
    'webp of 16384': at(await noise().webp({ lossless: true }).toBuffer(), 'VP8L', 9, [0xff, 0xff, 0xff, 0x0f]),
    'webp with a canvas of 16384': at(await animation().webp().toBuffer(), 'VP8X', 12, [0xff, 0x3f, 0, 0xff, 0x3f, 0]),
    'gif of 65535': at(await noise().gif().toBuffer(), 'GIF89a', 6, huge),
    'gif of 3300 frames': manyFrames(await animation(200, 100).gif().toBuffer()),
  };
  const refused = Object.entries(files).map(([name, bytes]) => ({ name, bytes, isBomb: true }));
  // Small pictures whose metadata unpack to 200 MB.
  const zeros = deflateSync(Buffer.alloc(200_000_000), { level: 9 });
  const plain = await noise().png().toBuffer();
  const packed = ['zTXt', 'iCCP', 'iTXt'].map((kind) => {
    const head = kind === 'iTXt' ? 'a\0\x01\0\0\0' : 'a\0\0';
    return { name: `png with 200 MB in ${kind}`, bytes: Buffer.concat([plain.subarray(0, 33), chunk(kind, Buffer.concat([Buffer.from(head, 'latin1'), zeros])), plain.subarray(33)]) };
  });
  return [...refused, ...packed, { name: 'png of 64 megapixels that is whole', bytes: flatPng(8000, 8000) }];
}

function manyFrames(moving: Buffer): Buffer {
  const frame = Buffer.from('2c00000000c80064000002024c0100', 'hex');
  return Buffer.concat([moving.subarray(0, -1), ...Array.from({ length: 3300 }, () => frame), Buffer.from([0x3b])]);
}

/** A small picture under names that a file system, a browser or a shell would stumble over. */
async function oddNames(): Promise<HostileFile[]> {
  const bytes = await noise(20, 20).png().toBuffer();
  const names = ['../../x.png', '..\\..\\x.png', '/etc/passwd', 'x.php', 'x.png.html', '.htaccess', 'CON', 'x.png\0.html', 'a'.repeat(5000), '', '.', '..', 'x\u202egnp.html', ...naughtyStrings()];
  return names.map((filename) => ({ name: `name ${JSON.stringify(filename).slice(0, 60)}`, bytes, filename }));
}
