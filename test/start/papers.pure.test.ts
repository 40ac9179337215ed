import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../ops/build/sources.ts';

const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const tops = new Set(tracked.map((file) => file.split('/')[0] ?? ''));
/** Not tracked on purpose, or examples of a name. */
const ABSENT = ['deploy/.env', 'test/<resource>'];

/** Files and folders that a paper names between backticks, and the tests of its commands. */
function pathsOf(paper: string): string[] {
  const text = readFileSync(path.join(ROOT, paper), 'utf8');
  const named = Array.from(
    text.matchAll(/`([a-z-]+\/[\w.\-/]*|[a-z-]+\.(?:tsx?|mjs|json))`/g),
    ([, found = '']) => found,
  );
  const commands = Array.from(text.matchAll(/(?:vitest run|npm test --) ([^`|\n]+)/g), ([, words = '']) =>
    words.split(' '),
  );
  return [
    ...named.filter((each) => tops.has(each.split('/')[0] ?? '')),
    ...commands.flat().filter((each) => each.startsWith('test/')),
  ];
}

const papers = tracked.filter((file) => file.endsWith('.md') && !/^CHANGELOG|^test\/hostile\/data\//.test(file));

test.each(papers)('every path in %s exists', (paper) => {
  const missing = pathsOf(paper).filter(
    (each) =>
      !ABSENT.includes(each) &&
      !existsSync(path.join(ROOT, each)) &&
      !tracked.some((file) => file.startsWith(`${each}`)),
  );
  expect(missing).toEqual([]);
});

test('paths are found in the papers for contributors', () => {
  for (const [paper, least] of [
    ['docs/where.md', 60],
    ['CONTRIBUTING.md', 60],
    ['docs/architecture.md', 20],
  ] as const)
    expect(pathsOf(paper).length, paper).toBeGreaterThanOrEqual(least);
});
