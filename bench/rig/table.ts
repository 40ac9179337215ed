/** The middle value, and around it the least and the greatest: what a figure is worth on this machine. */
export function spread(values: number[], digits = 1): string {
  const sorted = values.toSorted((one, other) => one - other);
  const show = (value = Number.NaN) => value.toFixed(digits);
  return `${show(median(values))} (${show(sorted[0])} … ${show(sorted.at(-1))})`;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value that `part` (0 to 1) of all do not exceed. */
export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

/** Prints a Markdown table, ready for bench/README.md. */
export function printTable(head: string[], rows: string[][]): void {
  const lines = [head, head.map(() => '---'), ...rows];
  process.stdout.write(`${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`);
}
