interface UploadType {
  mime: string;
  /** For readers; of types that are offered as files. */
  label: string;
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
  aac: { mime: 'audio/aac', label: 'AAC' },
  ogg: { mime: 'audio/ogg', label: 'OGG' },
  wav: { mime: 'audio/wav', label: 'WAV' },
  flac: { mime: 'audio/flac', label: 'FLAC' },
} satisfies Record<string, UploadType>;

/** An hour of MP3 at 192 kbit/s has 86 MB, a press kit of photos about as much; such a file is never whole in memory. */
export const FILE_BYTES = 100 * 1024 * 1024;

export type FileExtension = keyof typeof files;

export const IMAGE_EXTENSIONS = Object.keys(images);
export const FILE_EXTENSIONS = Object.keys(files);

/** By the extension of a stored name. */
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
