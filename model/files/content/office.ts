import type { FileExtension } from '../../uploads/types.ts';
import { hasMacros, hasProgram, unknownFile } from '../errors.ts';
import type { Source } from './source.ts';
import { readStored, readZip, type ZipEntry } from './zip.ts';

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
const LONGEST_TYPE = 100;

const MACROS = /(?:^|\/)vbaProject\.bin$|^xl\/macrosheets\/|^(?:Basic|Scripts)\/./i;
/** Extensions that a double click runs on a computer or phone. */
const PROGRAM =
  /\.(?:exe|dll|msi|scr|com|pif|cpl|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|lnk|reg|jar|class|apk|dex|dmg|pkg|app\/.*)$/i;

/** Type of a ZIP by its directory: a document or an archive. 415 with macros, with programs, of other documents. */
export async function readZipType(source: Source): Promise<FileExtension> {
  const entries = await readZip(source);
  const names = entries.map(({ name }) => name);
  const openDocument = await readOpenDocument(source, entries);
  const isOffice = names.includes('[Content_Types].xml');
  if ((isOffice || openDocument) && names.some((name) => MACROS.test(name))) throw hasMacros();
  const program = names.find((name) => PROGRAM.test(name));
  if (program) throw hasProgram(/\.\w+(?=$|\/)/.exec(program)?.[0] ?? '');
  if (openDocument !== undefined) return openDocument || refuse();
  if (isOffice) return OFFICE.find(([, part]) => names.some((name) => part.test(name)))?.[0] ?? refuse();
  return 'zip';
}

/** '' when it is another document; undefined when it is none. */
async function readOpenDocument(source: Source, entries: ZipEntry[]): Promise<FileExtension | '' | undefined> {
  const type = entries.find(({ name }) => name === 'mimetype');
  return type && (OPEN_DOCUMENT[await readStored(source, type, LONGEST_TYPE)] ?? '');
}

function refuse(): never {
  throw unknownFile();
}
