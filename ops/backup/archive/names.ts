import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Copies by the moment at which they were begun, in UTC; a colon is no letter of a file name on Windows. */
const REGULAR = /^rampa-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.tar$/;
const BEFORE_MIGRATION = /^rampa-before-.+-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.tar$/;

/** Clocks of servers differ a little. In ms. */
const AHEAD = 24 * 3600 * 1000;

export interface KeptFile {
  name: string;
  madeAt: Date;
}

export function regularName(moment: Date): string {
  return `rampa-${stamp(moment)}.tar`;
}

/** `version` is the one that begins, `step` the first change of the schema that it brings. */
export function beforeMigrationName(version: string, step: string, moment: Date): string {
  return `rampa-before-${version}-${step}-${stamp(moment)}.tar`;
}

export function stamp(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/**
 * Copies in this folder that go by themselves one day, the newest first; those from the future come last, or a clock that was wrong once
 * would make every later copy the oldest. Whatever has another name is the administrator's own. */
export async function listKept(folder: string): Promise<{ regular: KeptFile[]; beforeMigration: KeptFile[] }> {
  const names = await readdir(folder).catch(() => []);
  return { regular: dated(names, REGULAR), beforeMigration: dated(names, BEFORE_MIGRATION) };
}

/** Where the newest copy of this folder lies. */
export async function newestIn(folder: string): Promise<string | undefined> {
  const { regular } = await listKept(folder);
  return regular[0] && path.join(folder, regular[0].name);
}

function dated(names: string[], pattern: RegExp): KeptFile[] {
  return names
    .flatMap((name) => {
      const [, moment] = pattern.exec(name) ?? [];
      return moment ? [{ name, madeAt: new Date(moment.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')) }] : [];
    })
    .sort((one, other) => Number(isAhead(one)) - Number(isAhead(other)) || Number(other.madeAt) - Number(one.madeAt));
}

/** Made while the clock was wrong. */
function isAhead({ madeAt }: KeptFile): boolean {
  return madeAt.getTime() > Date.now() + AHEAD;
}
