import type { FileExtension } from '../../uploads/types.ts';
import { hasMacros, hasProgram, unknownFile } from '../errors.ts';
import { assertHarmlessParts } from './parts.ts';
import { programIn } from './programs.ts';
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

/** Names that macros have by custom; their content types: `assertHarmlessParts`. */
const MACROS = /(?:^|\/)vbaProject\.bin$|^xl\/macrosheets\/|^(?:Basic|Scripts)\/./i;
/** Type of a ZIP by its directory: a document or an archive. 415 with macros, with programs, of other documents. */
export async function readZipType(source: Source): Promise<FileExtension> {
  const entries = await readZip(source);
  const names = entries.map(({ name }) => name);
  const openDocument = await readOpenDocument(source, entries);
  const isOffice = names.includes('[Content_Types].xml');
  if ((isOffice || openDocument) && names.some((name) => MACROS.test(name))) throw hasMacros();
  for (const name of names) {
    const program = programIn(name);
    if (program !== undefined) throw hasProgram(program);
  }
  if (isOffice) await assertHarmlessParts(source, entries);
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
