import { oneLine } from '../text/plain.ts';

/** Maximum number of articles that the library lists for an upload. */
export const MAX_USES = 200;

interface UploadType {
  mime: string;
  label: string; // For readers; only types offered as files
}

const images = {
  jpg: { mime: 'image/jpeg', label: 'JPEG' },
  png: { mime: 'image/png', label: 'PNG' },
  webp: { mime: 'image/webp', label: 'WebP' },
  gif: { mime: 'image/gif', label: 'GIF' },
} satisfies Record<string, UploadType>;

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

const files = {
  pdf: { mime: 'application/pdf', label: 'PDF' },
  zip: { mime: 'application/zip', label: 'ZIP' },
  docx: { mime: `${OFFICE}.wordprocessingml.document`, label: 'DOCX' },
  xlsx: { mime: `${OFFICE}.spreadsheetml.sheet`, label: 'XLSX' },
  pptx: { mime: `${OFFICE}.presentationml.presentation`, label: 'PPTX' },
  odt: { mime: `${OPEN_DOCUMENT}.text`, label: 'ODT' },
  ods: { mime: `${OPEN_DOCUMENT}.spreadsheet`, label: 'ODS' },
  odp: { mime: `${OPEN_DOCUMENT}.presentation`, label: 'ODP' },
  mp3: { mime: 'audio/mpeg', label: 'MP3' },
  m4a: { mime: 'audio/mp4', label: 'M4A' },
  ogg: { mime: 'audio/ogg', label: 'OGG' },
  // No longer accepted; stored files remain.
  aac: { mime: 'audio/aac', label: 'AAC' },
  wav: { mime: 'audio/wav', label: 'WAV' },
  flac: { mime: 'audio/flac', label: 'FLAC' },
} satisfies Record<string, UploadType>;

/** An hour of MP3 at 192 kbit/s has 86 MB, a press kit of photos about as much; such a file is never whole in memory. */
export const FILE_BYTES = 100 * 1024 * 1024;

export type FileExtension = keyof typeof files;

export const IMAGE_EXTENSIONS = Object.keys(images);
export const FILE_EXTENSIONS = Object.keys(files);

/** Content type by the extension of a stored name. */
export function typeOf(name: string): UploadType | undefined {
  const types: Record<string, UploadType> = { ...images, ...files };
  return types[name.slice(name.lastIndexOf('.') + 1)];
}

export function isImage({ mime }: UploadType): boolean {
  return mime.startsWith('image/');
}

export function isAudio({ mime }: UploadType): boolean {
  return mime.startsWith('audio/');
}

export const MAX_UPLOAD_TITLE = 120; // characters
const MAX_EXTENSION = 6;

/** Title of an uploaded file: its name without a path that browsers may send; '' if nothing readable is left. */
export function titleOf(fileName: string): string {
  const name = fileName.replace(/%22|%0D|%0A/gi, (code) => (code === '%22' ? '"' : ' '));
  const title = cleanTitle(name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1), Number.MAX_VALUE);
  if (!/[\p{L}\p{N}]/u.test(title)) return '';
  const [extension = ''] = /\.\w+$/.exec(title) ?? [];
  const isCut = title.length > MAX_UPLOAD_TITLE && extension !== '' && extension.length <= MAX_EXTENSION;
  if (!isCut) return cut(title, MAX_UPLOAD_TITLE);
  return `${cut(title.slice(0, -extension.length), MAX_UPLOAD_TITLE - extension.length - 1)}…${extension}`;
}

/** One line of at most `longest` characters, without invalid ones. */
export function cleanTitle(text: string, longest = MAX_UPLOAD_TITLE): string {
  return cut(oneLine(text.toWellFormed().replaceAll('\uFFFD', '')), longest);
}

/** Programs open a file by its extension, so it follows the content. */
export function withExtension(title: string, extension: FileExtension): string {
  const ending = `.${extension}`;
  if (title.toLowerCase().endsWith(ending) && title.length > ending.length) return title;
  const base = cleanTitle(title.replace(/\.(?:[a-z][a-z0-9]{1,4}|3g[p2])$/i, ''), MAX_UPLOAD_TITLE - ending.length);
  return (base || 'Файл') + ending;
}

/** Truncates without splitting a surrogate pair. */
function cut(text: string, longest: number): string {
  return text.length <= longest
    ? text
    : text
        .slice(0, longest)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd();
}
