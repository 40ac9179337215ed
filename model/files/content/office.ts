import { cutMarkRuns } from '../../text/plain.ts';
import type { FileExtension } from '../../uploads/types.ts';
import { hasMacros, hasOutsidePart, hasProgram, unknownFile } from '../errors.ts';
import type { Source } from './zip.ts';
import { readEntry, readZip, type ZipEntry } from './zip.ts';

/** Main parts of Office Open XML; Word on the web numbers its own. */
const OFFICE: [FileExtension, RegExp][] = [
  ['docx', /^word\/document\d*\.xml$/],
  ['xlsx', /^xl\/workbook\d*\.xml$/],
  ['pptx', /^ppt\/presentation\d*\.xml$/],
];
const OPEN_DOCUMENT: Record<string, FileExtension> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
};
const MAX_TYPE = 100;

/** Conventional names of macros; for their content types see `assertHarmlessParts`. */
const MACROS = /(?:^|\/)vbaProject\.bin$|^xl\/macrosheets\/|^(?:Basic|Scripts)\/./i;
/** Type of a ZIP by its directory: a document or an archive. 415 with macros or programs, and for other documents. */
export async function readZipType(source: Source): Promise<FileExtension> {
  const entries = await readZip(source);
  const names = entries.map(({ name }) => name);
  const openDocument = await readOpenDocument(source, entries);
  const isOffice = names.includes('[Content_Types].xml');
  if ((isOffice || openDocument) && names.some((name) => MACROS.test(name))) throw hasMacros();
  for (const name of entries.flatMap((entry) => [entry.name, entry.otherName])) {
    const program = programIn(name);
    if (program !== undefined) throw hasProgram(program);
  }
  if (isOffice) await assertHarmlessParts(source, entries);
  if (openDocument !== undefined) return openDocument || refuse();
  if (isOffice) return OFFICE.find(([, part]) => names.some((name) => part.test(name)))?.[0] ?? refuse();
  return 'zip';
}

/** '' for an unsupported document; undefined for no document. */
async function readOpenDocument(source: Source, entries: ZipEntry[]): Promise<FileExtension | '' | undefined> {
  const type = entries.find(({ name }) => name === 'mimetype');
  if (!type?.isStored || type.packed > MAX_TYPE) return type && '';
  return OPEN_DOCUMENT[(await readEntry(source, type, MAX_TYPE)).toString('latin1')] ?? '';
}

function refuse(): never {
  throw unknownFile();
}

/** Extensions that a double click runs, installs or mounts on a computer or phone, and archives, which would hide them. */
const PROGRAMS = new Set(
  [
    'exe dll sys drv ocx msi msp mst msc scr com pif cpl bat cmd gadget job scf inf ins isp sct shb shs reg',
    'ps1 ps1xml psm1 psd1 psc1 vb vbs vbe js jse mjs ws wsf wsc wsh hta chm hlp lnk url website webloc inetloc fileloc',
    'desktop rdp one settingcontent-ms library-ms search-ms searchconnector-ms appref-ms application theme themepack diagcab ppkg',
    'msu xpi crx appx appxbundle msix msixbundle appinstaller apk aab xapk ipa dex jar jnlp class',
    'app pkg mpkg dmg command terminal workflow action scpt applescript iso img vhd vhdx vmdk udf',
    'sh bash zsh csh ksh fish run deb rpm appimage snap flatpakref py pyc pyw pyz ade adp mde accde',
    'docm dotm xlsm xltm xlsb xlam xla xll xlm slk iqy wll pptm potm ppsm ppam ppa sldm',
    'zip zipx 7z rar cab arj ace lzh lha gz tgz tar bz2 tbz xz txz zst z uue',
  ].flatMap((line) => line.split(' ')),
);

/** The extension, with its dot, of a program that this name in an archive would unpack to; undefined when it is none. */
function programIn(name: string): string | undefined {
  const path = normalizeName(name).split(/[\\/]/).filter(Boolean);
  // An NTFS stream (`a.txt:b.exe`) is a separate file, and some programs end a name at NUL.
  const files = path.pop()?.split(/[:\0]/) ?? [];
  const found = files.map(extensionOf).find((extension) => PROGRAMS.has(extension));
  if (found !== undefined) return `.${found}`;
  return path.map(extensionOf).includes('app') ? '.app' : undefined;
}

/** Normalises a name as file systems compare it: Unicode form, case, no directional or invisible characters. */
function normalizeName(name: string): string {
  // NFKC sorts the marks of one letter in quadratic time; it turns these letters into marks, or into 18 letters.
  return cutMarkRuns(name.replace(/[\uff9e\uff9f\ufdfa]/g, '_'))
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
}

/** Windows drops trailing dots and spaces. */
function withoutEnd(part: string): string {
  let end = part.length;
  while (end > 0 && /[\s.\p{Cc}]/u.test(part.charAt(end - 1))) end -= 1;
  return part.slice(0, end);
}

function extensionOf(part: string): string {
  const name = withoutEnd(part);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1);
}

/** Bytes of one part and of all: the relations of a thousand-page book are smaller. */
const LARGEST_PART = 1024 * 1024;
const LARGEST_TOGETHER = 8 * 1024 * 1024;

/** Content types of macros (ECMA-376, 15.2; MS-OFFMACRO2): the part may have any name. */
const MACRO_TYPE = /vbaproject|vbadata|macroenabled|macrosheet/;
const MACRO_RELATION = /type\s*=\s*["'][^"']*\/(?:vbaproject|wordvbadata|xlmacrosheet|xlintlmacrosheet)["']/;
/** Relations whose targets are opened with the document. */
const OPENED = /\/(?:attachedtemplate|oleobject|frame|subdocument)["']/;
const OUTSIDE = /targetmode\s*=\s*["']\s*external/;

/** Checks content types and relations, at most 8 MiB. 415 for macros and external targets; 422 when unreadable. */
async function assertHarmlessParts(source: Source, entries: ZipEntry[]): Promise<void> {
  let left = LARGEST_TOGETHER;
  for (const entry of entries) {
    const name = entry.name.toLowerCase();
    const isTypes = name === '[content_types].xml';
    if (!isTypes && !name.endsWith('.rels')) continue;
    const xml = plainXml(await readEntry(source, entry, Math.min(LARGEST_PART, left)));
    left -= xml.length;
    if (isTypes && MACRO_TYPE.test(xml)) throw hasMacros();
    // XML attributes hold no `<`: each piece is one tag.
    const tags = isTypes ? [] : xml.split('<');
    if (tags.some((tag) => MACRO_RELATION.test(tag))) throw hasMacros();
    if (tags.some((tag) => OPENED.test(tag) && OUTSIDE.test(tag))) throw hasOutsidePart();
  }
}

/** XML in lower case, without UTF-16's zero bytes, numeric references decoded. */
function plainXml(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_reference, hex, decimal) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code < 128 ? String.fromCharCode(code) : '?';
    })
    .toLowerCase();
}
