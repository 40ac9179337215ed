import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

/** A page without words, as small as a PDF may be; `size` adds a comment, so that each has its own bytes. */
export function pdf(text = 'Правила', size = 0): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>',
  ];
  let body = `%PDF-1.7\n%${text}\n%${'x'.repeat(size)}\n`;
  const places = objects.map((object, at) => {
    const place = Buffer.byteLength(body);
    body += `${at + 1} 0 obj${object}endobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = Buffer.byteLength(body);
  const trailer = `xref\n0 4\n0000000000 65535 f \n${places.join('')}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body + trailer);
}

export interface Packed {
  name: string;
  bytes?: Buffer | string;
  isStored?: boolean;
  unpacked?: number;
  /** Another name before the bytes than in the directory, of as many bytes. */
  localName?: string;
  /** In Unicode (APPNOTE 4.6.9), in the directory. */
  unicodeName?: string;
}

/** A ZIP (APPNOTE 4.3). */
export function zip(...files: Packed[]): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes = 'x', isStored = false, unpacked, localName = name, unicodeName } of files) {
    const raw = Buffer.from(bytes);
    const packed = isStored ? raw : deflateRawSync(raw);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(isStored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(raw), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(unpacked ?? raw.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const extra = Buffer.from(unicodeName ? `up\x00\x00\x01\x00\x00\x00\x00${unicodeName}` : '');
    if (unicodeName) extra.writeUInt16LE(extra.length - 4, 2);
    local.push(Buffer.from('PK\x03\x04'), fields, Buffer.from(localName), packed);
    const listed = Buffer.from(fields);
    listed.writeUInt16LE(extra.length, 24);
    directory.push(Buffer.from('PK\x01\x02\x14\0'), listed, rest, Buffer.from(name), extra);
    at = Buffer.concat(local).length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, listed, end]);
}

const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A document that Word opens. */
export function docx(text = 'Правила', ...more: Packed[]): Buffer {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return zip(
    {
      name: '[Content_Types].xml',
      bytes: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      bytes: `<Relationships xmlns="${RELATIONS}"><Relationship Id="a" Type="${OFFICE}" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      bytes: `<w:document xmlns:w="${WORD}"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    },
    ...more,
  );
}

export function openDocument(type: string, ...more: Packed[]): Buffer {
  return zip({ name: 'mimetype', bytes: type, isStored: true }, { name: 'content.xml', bytes: '<x/>' }, ...more);
}

/** Two seconds of a tone: `tone.mp3`, `tone.m4a`, `vorbis.ogg`, `opus.ogg`. */
export const audio = (name: string): Promise<Buffer> => readFile(path.join(import.meta.dirname, 'audio', name));
