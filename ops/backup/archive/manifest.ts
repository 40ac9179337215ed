import { z } from 'zod';
import { FILE_EXTENSIONS, IMAGE_EXTENSIONS } from '../../../model/uploads/types.ts';
import { BackupError, damaged } from '../../errors.ts';

/** Raised when older versions cannot read the new format. 2: migrations started over. */
export const FORMAT = 2;

/** A single folder, so that unpacking by hand stays contained. */
export const FOLDER = 'rampa-backup/';
export const DATABASE = 'rampa.sqlite.zst';
export const MANIFEST = 'manifest.json';
export const SUMS = 'SHA256SUMS';
const UPLOADS = 'uploads/';
export const MAX_LIST_BYTES = 32 * 1024 * 1024; // bytes; 100 000 images need half of it

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();
const fileSchema = z.object({ bytes: count, sha256: hash });

const tallySchema = z.object({
  kept: count, // Articles and pages outside the trash, images and files
  deletions: count, // Deletions in the audit log, which is never truncated
});

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** The archive holds an SQLite file either way. */
  source: z.enum(['sqlite', 'postgresql']),
  schema: z.array(z.string()).min(1),
  database: fileSchema,
  tables: z.record(z.string(), z.object({ rows: count, sha256: hash })),
  /** Uploads, including files, by file name; null in an archive without images. */
  pictures: z.record(z.string(), fileSchema).nullable(),
  /** Uploads in the database whose files were missing: any missing or damaged one makes the backup fail. */
  missing: z.array(z.string()),
  /** Missing or damaged uploads whose loss was accepted. */
  lost: z.array(z.string()).default([]),
  tally: tallySchema.optional(),
  /** `kept` of the last good backup and of this one, if it shrank by more than half: the backup fails. */
  shrunk: z.object({ from: count, to: count }).optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type Tally = z.infer<typeof tallySchema>;

const EXTENSIONS = [...IMAGE_EXTENSIONS, ...FILE_EXTENSIONS].join('|');
const UPLOAD = new RegExp(`^[0-9a-f]{32}(?:\\.(?:${EXTENSIONS})|-\\d{3,4}\\.webp)$`);

/** Path of an uploaded file in the archive; throws on any other name. */
export function uploadEntry(name: string): string {
  if (!UPLOAD.test(name)) throw new Error(`Not the name of an upload: ${name}`);
  return FOLDER + UPLOADS + name;
}

export function uploadOf(entry: string): string | undefined {
  const name = entry.startsWith(FOLDER + UPLOADS) ? entry.slice(FOLDER.length + UPLOADS.length) : '';
  return UPLOAD.test(name) ? name : undefined;
}

/** BackupError when unreadable or of another format. */
export function parseManifest(text: string): Manifest {
  const content = parseJson(text);
  const { format } = z.looseObject({ format: z.number() }).catch({ format: FORMAT }).parse(content);
  if (format > FORMAT) throw new BackupError('Копия сделана более новой версией rampa. Восстановите её той версией.');
  if (format < FORMAT)
    throw new BackupError('Копия сделана более старой версией rampa, эта её не читает. Восстановите её той версией.');
  const parsed = manifestSchema.safeParse(content);
  if (!parsed.success) throw damaged(MANIFEST);
  return parsed.data;
}

/** Uploads whose name is not the hash of their bytes, except accepted ones. Variants have the hash of their image. */
export function damagedIn({ pictures, lost }: Pick<Manifest, 'pictures' | 'lost'>): string[] {
  const isSound = (name: string, sha256: string) =>
    name.includes('-') || sha256.startsWith(name.slice(0, name.indexOf('.')));
  const uploads = Object.entries(pictures ?? {});
  return uploads.flatMap(([name, { sha256 }]) => (isSound(name, sha256) || lost.includes(name) ? [] : [name]));
}

/** The format of `sha256sum`, for checks without rampa. */
export function writeSums(sums: Map<string, string>): string {
  return [...sums].map(([name, sum]) => `${sum}  ${name.slice(FOLDER.length)}\n`).join('');
}

/** BackupError on any line not in the format of `sha256sum`. */
export function parseSums(text: string): Map<string, string> {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw damaged(SUMS);
  return new Map(
    lines.map((line) => {
      const [, sum, name] = /^([0-9a-f]{64}) {2}([\w./-]+)$/.exec(line) ?? [];
      if (!sum || !name) throw damaged(SUMS);
      return [FOLDER + name, sum];
    }),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(MANIFEST);
  }
}
