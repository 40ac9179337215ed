import { isoMedia, noise, oneImageOfEach } from '../rig/world/pictures.ts';
import { naughtyStrings } from './corpora.ts';
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

const HTML = `<!doctype html><script>alert(1)</script>${MARK}`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><!--${MARK}--><image href="file:///etc/passwd"/></svg>`;
const OTHERS: Record<string, string> = {
  html: HTML,
  svg: SVG,
  'svg with a prologue': `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}`,
  pdf: `%PDF-1.7\n1 0 obj<</S/JavaScript/JS(${MARK})>>endobj`,
  zip: `PK\x03\x04${MARK}`,
  script: `alert(1)//${MARK}`,
  php: `<?php ${MARK} ?>`,
  swf: `CWS\x09${MARK}`,
  mvg: `push graphic-context image over 0,0 0,0 'https://127.0.0.1/x' ${MARK}`,
  eps: `%!PS-Adobe-3.0 EPSF ${MARK}`,
  xbm: `#define x_width 1000 ${MARK}`,
  elf: `\x7fELF${MARK}`,
  exe: `MZ${MARK}`,
  htaccess: `AddType text/html .png #${MARK}`,
  json: `{"a":"${MARK}"}`,
  psd: `8BPS${MARK}`,
  ico: `\0\0\x01\0${MARK}`,
  bmp: `BM${MARK}`,
  tiff: `II*\0${MARK}`,
  jxl: `\xff\x0a${MARK}`,
  jp2: `\0\0\0\x0cjP  ${MARK}`,
  exr: `v/1\x01${MARK}`,
  hdr: `#?RADIANCE\n${MARK}`,
  pnm: `P6 1000 1000 255 ${MARK}`,
  dicom: `${'\0'.repeat(128)}DICM${MARK}`,
  fits: `SIMPLE  = ${MARK}`,
};

/** A picture for one reader, something that runs for another. */
function polyglots(originals: Record<string, Buffer>): HostileFile[] {
  return Object.entries(originals).flatMap(([name, picture]) =>
    Object.entries(OTHERS).flatMap(([other, text]) => {
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
  const magics = {
    none: '',
    jpeg: '\xff\xd8\xff\xe0',
    png: '\x89PNG\r\n\x1a\n',
    gif: 'GIF89a',
    'gif as script': 'GIF89a=1;',
    webp: 'RIFF\x24\0\0\0WEBP',
    riff: 'RIFF',
    'half a png': '\x89PNG',
  };
  const files = Object.entries(magics).flatMap(([magic, first]) =>
    Object.entries(OTHERS).map(([other, text]) => ({
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
  const names = [
    '../../x.png',
    '..\\..\\x.png',
    '/etc/passwd',
    'x.php',
    'x.png.html',
    '.htaccess',
    'CON',
    'x.png\0.html',
    'a'.repeat(5000),
    '',
    '.',
    '..',
    'x\u202egnp.html',
    ...naughtyStrings(),
  ];
  return names.map((filename) => ({ name: `name ${JSON.stringify(filename).slice(0, 60)}`, bytes, filename }));
}
