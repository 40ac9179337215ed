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

/** A table for `test.each` whose rows are too long for tuples: columns part ` → ` or lie on lines of their own, indented by four. */
export function rows<Row extends (string | undefined)[] = [string, string]>(text: string): Row[] {
  const lines = text.split(/\n {2}(?! )/).map((row) => row.trimEnd());
  return lines.filter(Boolean).map((row) => row.split(/ → |\n {4}/) as Row);
}
