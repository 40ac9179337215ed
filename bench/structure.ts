import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

// Sizes of the product's code; ends with 1 when one of them is above its limit. Folders' order and cycles: `npm run check`.
const PRODUCT = [
  'boot',
  'cli',
  'api',
  'app',
  'http',
  'ops',
  'model',
  'resources',
  'db',
  'config',
  'seeds',
  ':(glob)*.*',
];
const LIMITS = {
  files: 750,
  'lines with style sheets': 77_000 + 12_500, // Search, moving, editions and the evening came after the first figure
  'style sheets of the panel': 3000,
  'style sheets of the public pages': 5400,
  'files of 40 lines or less with one importer': 60,
  'files of a level': 17,
  'lines of a file': 220,
  'lines of a file, p90': 150,
  'lines of a function, p90': 30,
  'lines of a function': 80,
  'comments, %': 5,
};
const CRUMB = 40; // Of a file that belongs to its only importer, at most

const tracked = execFileSync('git', ['ls-files', ...PRODUCT], { encoding: 'utf8' }).split('\n');
const files = tracked.filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith('.d.ts'));
const sheets = tracked.filter((file) => file.endsWith('.css'));

interface Node {
  type: string;
  start: number;
  end: number;
}

const groups = new Map<string, { lines: number[]; comments: number; functions: { size: number; at: string }[] }>();
for (const file of files) {
  const source = readFileSync(file, 'utf8');
  const lineAt = (position: number) => source.slice(0, position).split('\n').length;
  const name = file.includes('/') ? (file.split('/')[0] ?? '') : 'root';
  const group = groups.get(name) ?? { lines: [], comments: 0, functions: [] };
  groups.set(name, group);
  const { program, comments } = parseSync(file, source);
  group.lines.push(lineAt(source.length) - 1);
  for (const { start, end } of comments) {
    const isAlone = source.slice(source.lastIndexOf('\n', start) + 1, start).trim() === '';
    if (isAlone) group.comments += lineAt(end) - lineAt(start) + 1;
  }
  visit(program as unknown as Node, (node) => {
    if (!/Function/.test(node.type) || node.type.startsWith('TS')) return;
    const at = lineAt(node.start);
    group.functions.push({ size: lineAt(node.end) - at + 1, at: `${file}:${at}` });
  });
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value])
      if (each && typeof each === 'object' && 'type' in each) visit(each as Node, see);
}

const share = (values: number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * part)] ?? 0;
const of = (values: number[]) => `${share(values, 0.5)}/${share(values, 0.9)}/${Math.max(0, ...values)}`;

const all = { lines: [] as number[], comments: 0, functions: [] as { size: number; at: string }[] };
console.log('group      files   lines  comments  file p50/p90/max  function p50/p90/max');
for (const [name, group] of [...groups, ['all', all] as const]) {
  const { lines, comments, functions } = group;
  const total = sum(lines);
  const percent = ((100 * comments) / total).toFixed(1);
  console.log(
    `${name.padEnd(8)} ${String(lines.length).padStart(7)} ${String(total).padStart(7)} ${`${percent} %`.padStart(9)}  ${of(lines).padStart(16)}  ${of(functions.map(({ size }) => size)).padStart(20)}`,
  );
  if (group === all) continue;
  all.lines.push(...lines);
  all.comments += comments;
  all.functions.push(...functions);
}

// A migration is a file of its own for ever.
const levels = Map.groupBy(files, (file) => path.dirname(file));
levels.delete('db/migrations');
const widest = [...levels].sort(([, one], [, other]) => other.length - one.length).slice(0, 5);
console.log(`widest levels: ${widest.map(([folder, { length }]) => `${folder} ${length}`).join(', ')}`);
const longest = all.functions.toSorted((one, other) => other.size - one.size).slice(0, 5);
console.log(`longest functions: ${longest.map(({ at, size }) => `${at} ${size}`).join(', ')}`);
const crumbs = findCrumbs();
console.log(`crumbs: ${crumbs.join(', ')}`);

const total = sum(all.lines);
const sheetLines = (of: string[]) => sum(of.map((file) => linesOf(file)));
const isOfPanel = (file: string) => /^app\/(routes|ui)\/admin\//.test(file);
const sizes = all.functions.map(({ size }) => size);
const found: Record<keyof typeof LIMITS, number> = {
  files: files.length,
  'lines with style sheets': total + sheetLines(sheets),
  'style sheets of the panel': sheetLines(sheets.filter(isOfPanel)),
  'style sheets of the public pages': sheetLines(sheets.filter((file) => !isOfPanel(file))),
  'files of 40 lines or less with one importer': crumbs.length,
  'files of a level': widest[0]?.[1].length ?? 0,
  'lines of a file': Math.max(...all.lines),
  'lines of a file, p90': share(all.lines, 0.9),
  'lines of a function, p90': share(sizes, 0.9),
  'lines of a function': longest[0]?.size ?? 0,
  'comments, %': (100 * all.comments) / total,
};
console.log('');
for (const [name, limit] of Object.entries(LIMITS)) {
  const value = found[name as keyof typeof LIMITS];
  if (value > limit) process.exitCode = 1;
  console.log(`${value > limit ? 'ABOVE' : '     '} ${name}: ${Number(value.toFixed(1))} (limit ${limit})`);
}

/** Files that could stand in their only importer, which is in the same or a neighbouring folder. */
function findCrumbs(): string[] {
  const importers = new Map<string, Set<string>>();
  for (const file of files)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)) {
      const target = path.join(path.dirname(file), name);
      importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  const isNear = (one: string, other: string) =>
    one === other || path.dirname(one) === other || path.dirname(other) === one;
  return files.filter((file) => {
    const [importer = '', second] = importers.get(file) ?? [];
    if (!importer || second || linesOf(file) > CRUMB) return false;
    return isNear(path.dirname(file), path.dirname(importer)) && !file.startsWith('db/migrations/');
  });
}

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
