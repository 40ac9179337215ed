import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

// Sizes of the product's code; ends with 1 when a level, a file or a function is above its limit. Folders' order and cycles: `npm run check`.
const PRODUCT = ['boot', 'cli', 'api', 'app', 'http', 'ops', 'model', 'nouns', 'db', 'config', ':(glob)*.ts'];
const LIMITS = { filesOfLevel: 17, fileP90: 150, functionP90: 30, longest: 80, comments: 5 };

const files = execFileSync('git', ['ls-files', ...PRODUCT], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !/^(vite|vitest|react-router)\./.test(file));

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
  const total = lines.reduce((sum, each) => sum + each, 0);
  const percent = ((100 * comments) / total).toFixed(1);
  console.log(
    `${name.padEnd(8)} ${String(lines.length).padStart(7)} ${String(total).padStart(7)} ${`${percent} %`.padStart(9)}  ${of(lines).padStart(16)}  ${of(functions.map(({ size }) => size)).padStart(20)}`,
  );
  if (group === all) continue;
  all.lines.push(...lines);
  all.comments += comments;
  all.functions.push(...functions);
}

const levels = Map.groupBy(files, (file) => path.dirname(file));
const widest = [...levels].sort(([, one], [, other]) => other.length - one.length).slice(0, 5);
console.log(`widest levels: ${widest.map(([folder, { length }]) => `${folder} ${length}`).join(', ')}`);
const longest = all.functions.toSorted((one, other) => other.size - one.size).slice(0, 5);
console.log(`longest functions: ${longest.map(({ at, size }) => `${at} ${size}`).join(', ')}`);

const total = all.lines.reduce((sum, each) => sum + each, 0);
const isAbove =
  (widest[0]?.[1].length ?? 0) > LIMITS.filesOfLevel ||
  share(all.lines, 0.9) > LIMITS.fileP90 ||
  share(
    all.functions.map(({ size }) => size),
    0.9,
  ) > LIMITS.functionP90 ||
  (longest[0]?.size ?? 0) > LIMITS.longest ||
  (100 * all.comments) / total > LIMITS.comments;
process.exitCode = isAbove ? 1 : 0;
