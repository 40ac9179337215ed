import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '../..');

/** A guard of the program, how to remove it, and who notices. */
export interface Guard {
  guard: string; // What would be possible without it, in a sentence
  file: string;
  remove: string; // Text that occurs once in `file`
  put: string;
  tests: string[]; // Test files of which one turns red
  only?: string; // Part of the name of the test, where the whole file takes long
  project?: string; // Vitest project; without it all but `postgres`, unless a file is of that database alone
  isInPages?: boolean; // It works in the built pages, though it is not in `app/`
}

type Entry = [remove: string, put: string, other?: Partial<Pick<Guard, 'tests' | 'only' | 'project' | 'isInPages'>>];

/** Guards of one file by their sentences: what is removed, what is put there, and other tests than the usual ones. */
export function guardsOf(file: string, tests: string[], entries: Record<string, Entry>): Guard[] {
  return Object.entries(entries).map(([guard, [remove, put, other]]) => ({
    guard,
    file,
    remove,
    put,
    tests,
    ...other,
  }));
}

/** Whether the pages have to be built without the guard before its tests show it. */
export function isBuilt({ file, isInPages = false }: Guard): boolean {
  return isInPages || file.startsWith('app/');
}

/** What in the entry no longer fits the code. */
export function faultsOf({ guard, file, remove, put, tests, only }: Guard): string[] {
  const parts = existsSync(path.join(ROOT, file)) ? read(file).split(remove).length - 1 : 0;
  const missing = tests.filter((test) => !existsSync(path.join(ROOT, test)));
  const texts = tests.filter((test) => !missing.includes(test)).map(read);
  return [
    ...(parts === 1 ? [] : [`«${guard}» its text stands ${parts} times in ${file}`]),
    ...(put === remove ? [`«${guard}» nothing is removed`] : []),
    ...missing.map((test) => `«${guard}» there is no ${test}`),
    ...(only !== undefined && !texts.some((text) => text.includes(only)) ? [`«${guard}» no test «${only}»`] : []),
  ];
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}
