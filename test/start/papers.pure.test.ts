import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../ops/build/sources.ts';
import { rowsIn } from '../rig/cases.ts';
import { foundIn } from '../rig/words.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const tops = new Set(tracked.map((file) => file.split('/')[0] ?? ''));
/** Not tracked on purpose, or examples of a name. */
const ABSENT = ['deploy/.env', 'test/<resource>'];

/** They name files, and further ones of the same folder by their names alone. */
const FOR_CONTRIBUTORS = ['docs/where.md', 'docs/architecture.md', 'CONTRIBUTING.md'];
/** Whatever they name between backticks as a path is one of ours. */
const OF_SECURITY = ['docs/security.md', 'docs/threat-model.md', 'SECURITY.md'];
const NAME = /^[\w-][\w.-]*\.(?:tsx?|mjs|css|json|ya?ml|conf|service|socket)$/;

/** Files and folders that a paper names between backticks or leads to, and the tests of its commands. */
function pathsOf(paper: string): string[] {
  const text = read(paper);
  const named = foundIn(text, /`([a-z-]+\/[\w.\-/]*|[a-z-]+\.(?:tsx?|mjs|json))`/g);
  const commands = foundIn(text, /(?:vitest run|npm test --) ([^`|\n]+)/g);
  const links = foundIn(text, /\]\((?!https?:|mailto:|#|\/)([^)#\s]+)/g);
  return [
    ...links.map((to) => path.join(path.dirname(paper), to)),
    ...named.filter((each) => OF_SECURITY.includes(paper) || tops.has(each.split('/')[0] ?? '')),
    ...(FOR_CONTRIBUTORS.includes(paper) ? namesAlone(text) : []),
    ...commands.flatMap((words) => words.split(' ')).filter((each) => each.startsWith('test/')),
  ];
}

/** Those in table cells and list items lie in the folder that is named last before them there, or at the root. */
function namesAlone(text: string): string[] {
  const places = text.split('\n').flatMap((line) => {
    if (line.startsWith('|')) return line.split('|');
    return line.startsWith('- ') ? line : [];
  });
  return places.flatMap((place) => {
    let folder = '';
    return foundIn(place, /`([^`\s]+)`/g).flatMap((word) => {
      const [start = ''] = word.split('<'); // `app/routes/public/<page>.tsx`
      if (tops.has(word.split('/')[0] ?? '') && word.includes('/')) folder = start.slice(0, start.lastIndexOf('/') + 1);
      return NAME.test(word) && !tops.has(word) ? folder + word : [];
    });
  });
}

const papers = tracked.filter((file) => file.endsWith('.md') && !/^CHANGELOG|^test\/hostile\/data\//.test(file));

test.each(papers)('every path in %s exists', (paper) => {
  const missing = pathsOf(paper).filter(
    (each) =>
      !ABSENT.includes(each) &&
      !existsSync(path.join(ROOT, each)) &&
      (NAME.test(path.basename(each)) || !tracked.some((file) => file.startsWith(each))),
  );
  expect(missing).toEqual([]);
});

test('docs/where.md lists every part with a sheet of its own', () => {
  const [, list = ''] = /^- \*\*A look\*\*.*?`<part>\.tsx`: (.*?)\. Any other/m.exec(read('docs/where.md')) ?? [];
  const sheets = tracked.filter((each) => each.endsWith('.module.css'));
  const own = sheets.filter((each) => tracked.includes(each.replace('.module.css', '.tsx')));
  const names = new Set(own.map((each) => path.basename(each, '.module.css')));
  expect(new Set(foundIn(list.replace(/ \(.*?\)/g, ''), /([a-z]+(?:-[a-z]+)*)(?=[,;]|$)/g))).toEqual(names);
});

const lines = read('docs/security.md').matchAll(/^\| (\d+\.[\d.*]+) \| .+ \| (.+) \| .+ \|$/gm);
const rows = Array.from(lines, ([, id = '', state = '']) => ({ id, state }));

test('every requirement up to level 2 has one line, and no line is about anything else', () => {
  const requirements = (section: string, count: number) =>
    Array.from({ length: count }, (_, number) => `${section}.${number + 1}`);
  const asked = rowsIn('security/asvs.txt').flatMap(([chapter, counts]) =>
    counts.split(' ').flatMap((count, at) => requirements(`${chapter}.${at + 1}`, Number(count))),
  );
  expect(asked).toHaveLength(253);
  const told = rows.flatMap(({ id }) =>
    id.endsWith('*') ? asked.filter((one) => one.startsWith(id.slice(0, -1))) : [id],
  );
  expect(told.toSorted()).toEqual(asked.toSorted());
});

test('each is met, does not apply or is accepted with a reason, and 95 % of those that apply are met', () => {
  expect(rows.filter(({ state }) => !['met', 'n/a', 'accepted'].includes(state))).toEqual([]);
  const applying = rows.filter(({ state }) => state !== 'n/a');
  expect(applying.filter(({ state }) => state === 'met').length / applying.length).toBeGreaterThanOrEqual(0.95);
});
