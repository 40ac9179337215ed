const LETTERS_PER_SLIP = 5; // letters per allowed mistake: short names such as PORT have too many neighbours

/** The one of `known` that `name` misspells; case and punctuation do not count. */
export function similarTo(name: string, known: string[]): string | undefined {
  return known.find((each) => isSlip(plain(name), plain(each)));
}

function plain(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

function isSlip(name: string, known: string): boolean {
  const slips = Math.floor(known.length / LETTERS_PER_SLIP);
  if (Math.abs(name.length - known.length) > slips) return false;
  const sorted = (text: string) => [...text].sort().join('');
  return sorted(name) === sorted(known) || distance(name, known) <= slips;
}

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [place, its] of [...other].entries())
      next.push(
        Math.min((row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1, (row[place] ?? 0) + (letter === its ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
