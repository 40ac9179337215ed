import { z } from 'zod';
import { BackupError, damaged } from '../errors.ts';

/** Counts up when an older version could not read what a newer one writes. 2: the steps of the schema begin anew with one. */
const FORMAT = 2;

/** Everything in an archive lies in one folder, so that unpacking it by hand spills nothing. */
export const FOLDER = 'rampa-backup/';
export const DATABASE = 'rampa.sqlite.zst';
export const MANIFEST = 'manifest.json';
export const SUMS = 'SHA256SUMS';
const UPLOADS = 'uploads/';
/** In bytes; 100,000 pictures need half of it. */
export const LONGEST_LIST = 32 * 1024 * 1024;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();
const fileSchema = z.object({ bytes: count, sha256: hash });

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** Of rampa. */
  version: z.string(),
  /** ISO 8601, UTC. */
  madeAt: z.iso.datetime(),
  /** Where the data came from: the archive has an SQLite file either way. */
  source: z.enum(['sqlite', 'postgresql']),
  /** Names of the steps that the database has gone through. */
  schema: z.array(z.string()).min(1),
  /** As it is once unpacked. */
  database: fileSchema,
  tables: z.record(z.string(), z.object({ rows: count, sha256: hash })),
  /** By file name; null where the archive was made without pictures. */
  pictures: z.record(z.string(), fileSchema).nullable(),
  /** Pictures that the database knows and that were already gone when the copy was made. */
  missing: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifestSchema>;

const PICTURE = /^[0-9a-f]{32}(?:\.(?:jpg|png|webp|gif)|-\d{3,4}\.webp)$/;

/** The name in the archive of a picture's file. */
export function imageEntry(name: string): string {
  if (!PICTURE.test(name)) throw new Error(`Not the name of a picture: ${name}`);
  return FOLDER + UPLOADS + name;
}

/** The picture's file name, or undefined when the entry is something else. */
export function imageOf(entry: string): string | undefined {
  const name = entry.startsWith(FOLDER + UPLOADS) ? entry.slice(FOLDER.length + UPLOADS.length) : '';
  return PICTURE.test(name) ? name : undefined;
}

export function newManifest(content: Omit<Manifest, 'format'>): Manifest {
  return { format: FORMAT, ...content };
}

/** Fails when it is not readable, or was written in another format. */
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

/** In the form of `sha256sum`, which can check it without us. */
export function writeSums(sums: Map<string, string>): string {
  return [...sums].map(([name, sum]) => `${sum}  ${name.slice(FOLDER.length)}\n`).join('');
}

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
