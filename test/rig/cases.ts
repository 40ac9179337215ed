import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Set for `npm test`, which a contributor waits for. */
const isQuick = process.env.TEST_SUITE === 'quick';

/** Set for `npm run test:crash` and `npm run test:hostile`, which take half an hour each. */
export const isWhole = process.env.TEST_SUITE === 'whole';

/** All of them; in `npm test` every so manieth. */
export function sample<T>(all: readonly T[], every: number): T[] {
  return all.filter((_, at) => !isQuick || at % every === 0);
}

/** So many; in `npm test` one of so many of them. */
export const sampled = (count: number, every: number): number => (isQuick ? Math.ceil(count / every) : count);

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', s: ' ' };

/**
 * The rows of a file of test/, for `test.each`: each begins a line, columns part ` → ` or lie on indented lines of their own. `# ` begins
 * a comment and `== ` the name of a part; `""` is empty, `\n`, `\r`, `\t`, `\s` (a space) and `\u00a0` are characters, `{я×9}` nine
 * of them, `{NAME}` one of `words`.
 */
export function rowsIn<Row extends (string | undefined)[] = [string, string]>(
  file: string,
  part = '',
  words: Record<string, string> = {},
): Row[] {
  return groupsIn(file, part, words, / → |\n {2}/) as Row[];
}

/** Each row of such a file with the lines below it, whatever stands in them. */
export function groupsIn(file: string, part = '', words: Record<string, string> = {}, between = /\n {2}/): string[][] {
  const parts = `\n${readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')}`.split('\n== ');
  const text = parts.find((one, at) => (at === 0 ? part === '' : one.startsWith(`${part}\n`)));
  if (text === undefined) throw new Error(`${file} has no part «${part}».`);
  const lines = text
    .slice(part.length)
    .replace(/^# .*$/gm, '')
    .split(/\n(?! )/);
  const read = (cell: string) =>
    cell
      .replace(/^""$|\\(?:u([0-9a-f]{4})|([nrts]))/g, (_, code, letter) =>
        code ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[letter] ?? ''),
      )
      .replace(/\{([^{}]+)×(\d+)\}/g, (_, text, times) => text.repeat(Number(times)))
      .replace(/\{(\w+)\}/g, (whole, name) => words[name] ?? whole);
  return lines.filter((line) => line.trim()).map((line) => line.trimEnd().split(between).map(read));
}
