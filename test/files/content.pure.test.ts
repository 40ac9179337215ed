import { expect, test } from 'vitest';
import { readContent } from '../../model/files/files.ts';
import { rowsIn } from '../rig/cases.ts';
import { audio, docx, openDocument, type Packed, pdf, zip } from '../rig/world/files.ts';
import { isoMedia, noise } from '../rig/world/pictures.ts';

const read = (bytes: Buffer) =>
  readContent({ size: bytes.length, read: async (at, length) => bytes.subarray(at, at + length) });
const refusal = (bytes: Buffer) =>
  read(bytes).then(
    (extension) => `taken as ${extension}`,
    ({ status, code }) => `${status} ${code}`,
  );
const TYPES = '[Content_Types].xml';
const office = (...files: (string | Packed)[]) => {
  const packed = files.map((file) => (typeof file === 'string' ? { name: file } : file));
  return zip(...(packed[0]?.name === TYPES ? [] : [{ name: TYPES }]), ...packed);
};
const MAIN = 'word/document.xml';
const VBA = 'ContentType="application/vnd.ms-office.vbaProject"';
/** As another program may spell it, and in another encoding. */
const SPELT = VBA.replace('vba', '&#118;b&#x61;');
const UTF16 = Buffer.from(`\ufeff<Types ${VBA}/>`, 'utf16le');
const EXCEL = 'ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"';
const OFFICE_TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const typed = (types: string) => office({ name: TYPES, bytes: `<Types>${types}</Types>` }, MAIN);
const related = (...relations: string[]) => {
  const parts = relations.map((relation) => `<Relationship ${relation}/>`).join('');
  return docx('x', { name: 'word/_rels/settings.xml.rels', bytes: `<Relationships>${parts}</Relationships>` });
};
const outside = (type: string, how: string) =>
  related(`Type="${OFFICE_TYPES}/${type}" Target="https://example.org/a.dotm" ${how}`);
const VBA_PART = 'Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="a.bin"';
const ODT = 'application/vnd.oasis.opendocument.text';
const APART = `TargetMode = 'external' Id=">"`;
const tagLength = (bytes: Buffer): number => 10 + bytes.readUInt8(9) + bytes.readUInt8(8) * 128;
const behind = async (first: Buffer | Promise<Buffer>) => Buffer.concat([await first, zip({ name: 'a' })]);

test.each<[string, Buffer | Promise<Buffer>]>([
  ['pdf', pdf()],
  ['zip', zip({ name: 'Снимки/зал.jpg' })],
  ['docx', docx()],
  ['docx', office('word/document2.xml')],
  ['xlsx', office('xl/workbook.xml')],
  ['pptx', office('ppt/presentation.xml')],
  ['odt', openDocument(ODT)],
  ['ods', openDocument('application/vnd.oasis.opendocument.spreadsheet')],
  ['odp', openDocument('application/vnd.oasis.opendocument.presentation')],
  ['mp3', audio('tone.mp3')],
  ['mp3', audio('tone.mp3').then((bytes) => bytes.subarray(tagLength(bytes)))],
  ['m4a', audio('tone.m4a')],
  ['ogg', audio('vorbis.ogg')],
  ['ogg', audio('opus.ogg')],
])('a type is told by the content %s', async (extension, bytes) => expect(await read(await bytes)).toBe(extension));

const html = Buffer.from('<!doctype html><script>alert(1)</script>');
const PARTS = Array.from({ length: 30 }, (_, at) => ({ name: `${at}.txt`, unpacked: 2 ** 26 }));
test.each<[string, string, Buffer | Promise<Buffer>]>([
  ['HTML', '415 unsupported_file', html],
  ['SVG', '415 unsupported_file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a program', '415 unsupported_file', Buffer.from(`MZ${'\0'.repeat(100)}PE`)],
  ['a script', '415 unsupported_file', Buffer.from('#!/bin/sh\nrm -rf /\n')],
  ['a text', '415 unsupported_file', Buffer.from('Правила конкурса')],
  ['RTF', '415 unsupported_file', Buffer.from('{\\rtf1 x}')],
  ['an old document', '415 unsupported_file', Buffer.from('d0cf11e0a1b11ae1'.padEnd(2000, '0'), 'hex')],
  ['a picture', '415 unsupported_file', noise().png().toBuffer()],
  ['a picture of a phone', '415 unsupported_file', isoMedia('heic')],
  ['a picture with an archive behind it', '415 unsupported_file', behind(noise().jpeg().toBuffer())],
  ['a film', '415 unsupported_file', isoMedia('isom')],
  ['audio of another format', '415 unsupported_file', Buffer.from('fLaC\0\0\0\x22')],
  ['a document with macros', '415 has_macros', docx('x', { name: 'word/vbaProject.bin' })],
  ['a table with macros of its own name', '415 has_macros', office('xl/workbook.xml', 'xl/VBAPROJECT.BIN')],
  ['a table with macros of Excel 4', '415 has_macros', office('xl/workbook.xml', 'xl/macrosheets/sheet1.xml')],
  ['an open document with macros', '415 has_macros', openDocument(ODT, { name: 'Basic/Standard/script.xml' })],
  ['a document of another program', '415 unsupported_file', office('visio/document.xml')],
  ['a drawing', '415 unsupported_file', openDocument('application/vnd.oasis.opendocument.graphics')],
  ['an archive with a program', '415 has_program', zip({ name: 'a.txt' }, { name: 'Фото/setup.EXE' })],
  ['a program of Java', '415 has_program', zip({ name: 'META-INF/MANIFEST.MF' }, { name: 'a/Main.class' })],
  ['a program of Android', '415 has_program', zip({ name: 'AndroidManifest.xml' }, { name: 'classes.dex' })],
  ['a document whose macros have another name', '415 has_macros', typed(`<Override PartName="/word/x.xml" ${VBA}/>`)],
  ['macros in a type spelt by numbers', '415 has_macros', typed(`<Default Extension="b" ${SPELT}/>`)],
  ['macros in types of UTF-16', '415 has_macros', office({ name: TYPES, bytes: UTF16 }, MAIN)],
  ['a table that lets macros', '415 has_macros', typed(`<Default ${EXCEL}/>`)],
  ['a document whose relation alone tells of macros', '415 has_macros', related(VBA_PART)],
  ['a template elsewhere', '415 has_outside_part', outside('attachedTemplate', 'TargetMode="External"')],
  ['a template elsewhere, spelt apart', '415 has_outside_part', outside('attachedTemplate', APART)],
  ['an object elsewhere', '415 has_outside_part', outside('oleObject', 'TargetMode="&#69;xternal"')],
  ['types of a document that unpack to megabytes', '422 broken_file', typed(' '.repeat(3_000_000))],
  ['a document with an archive in it', '415 has_program', docx('x', { name: 'word/embeddings/a.zip' })],
  ['a document with a macro table in it', '415 has_program', docx('x', { name: 'word/embeddings/a.xlsm' })],
  ['a program under its Unicode name', '415 has_program', zip({ name: 'a.txt', unicodeName: 'Смета.exe' })],
  ['a program under another name before its bytes', '422 broken_file', zip({ name: 'a.txt', localName: 'a.exe' })],
  ['nothing', '422 broken_file', Buffer.alloc(0)],
  ['HTML in front of a PDF', '422 broken_file', Buffer.concat([html, pdf()])],
  ['a PDF with an archive behind it', '422 broken_file', behind(pdf())],
  ['audio with an archive behind it', '422 broken_file', behind(audio('tone.mp3'))],
  ['an archive behind a header of another one', '422 broken_file', Buffer.concat([zip({ name: 'a' }), docx()])],
  ['an archive with a name outside its folder', '422 broken_file', zip({ name: 'a/../../b' })],
  ['an archive with a name from the root', '422 broken_file', zip({ name: '/etc/passwd' })],
  ['an archive that unpacks to two gigabytes', '422 too_heavy', zip({ name: 'a', unpacked: 2 ** 31 })],
  ['an archive that unpacks to them in parts', '422 too_heavy', zip(...PARTS)],
  ['an archive whose files overlap', '422 broken_file', overlapping()],
  ['an archive without files', '415 unsupported_file', zip()],
])('refused is %s: %s', async (_what, answer, bytes) => expect(await refusal(await bytes)).toBe(answer));

test.each(rowsIn<[string]>('files/names.txt', 'programs'))('refused is an archive with %j', async (name) =>
  expect(await refusal(zip({ name: 'a.txt' }, { name }))).toBe('415 has_program'),
);

test.each(rowsIn<[string]>('files/names.txt', 'others'))('refused is not an archive with %j', async (name) =>
  expect(await refusal(zip({ name }))).toBe('taken as zip'),
);

test('refused is not a document that links to sites and holds a table of its own', async () => {
  const hyperlink = `Type="${OFFICE_TYPES}/hyperlink" TargetMode="External" Target="https://example.org`;
  const inside = `Type="${OFFICE_TYPES}/oleObject" Target="embeddings/a.bin"`;
  expect(await refusal(related(inside, `${hyperlink}"`, `${hyperlink}/vbaProject"`))).toBe('taken as docx');
});

test.each<[string, Buffer]>([
  ['a PDF', pdf('x', 3000)],
  ['an archive', zip({ name: 'a', bytes: 'x'.repeat(500), isStored: true })],
  ['a document', docx()],
])('refused is %s that is cut off anywhere', async (_what, bytes) => {
  const ends = Array.from({ length: 20 }, (_, at) => 20 + Math.floor(((bytes.length - 40) * at) / 20));
  for (const end of [...ends, bytes.length - 20])
    expect([end, await refusal(bytes.subarray(0, end))]).toEqual([end, '422 broken_file']);
});

test('refused is whatever is spoilt in a directory or a header, and nothing else happens', async () => {
  for (const whole of [docx(), await audio('tone.m4a'), await audio('opus.ogg'), pdf()])
    for (let at = 0; at < 400; at += 1) {
      const bytes = Buffer.from(whole);
      const place = at < 200 ? at : bytes.length - (at - 199);
      bytes[place] = 255 - (bytes[place] ?? 0);
      expect(await refusal(bytes)).toMatch(/^(taken as (zip|docx|m4a|ogg|pdf)|4(15|22) [a-z_]+)$/);
    }
});

/** Both entries name the same packed bytes, as the densest bombs do; one name, so that no other check refuses them. */
function overlapping(): Buffer {
  const bytes = zip({ name: 'a', bytes: 'x'.repeat(1000), isStored: true }, { name: 'a', isStored: true });
  const second = bytes.lastIndexOf('PK\x01\x02');
  bytes.writeUInt32LE(1000, second + 20);
  bytes.writeUInt32LE(0, second + 42);
  return bytes;
}
