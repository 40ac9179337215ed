import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { BackupError } from '../../ops/errors.ts';
import { needFolder, needSite } from '../rig/needs.ts';
import { backUpSite, fillSite, restoreInto } from '../rig/world/backups.ts';

const BLOCK = 512;

const folder = await needFolder();
const file = path.join(folder, 'site.tar');
const dataDir = path.join(folder, 'data');
const site = await needSite();
await fillSite(site);
const whole = await readFile((await backUpSite(site)).file);

beforeEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir);
  await writeFile(path.join(dataDir, 'rampa.sqlite'), 'как было');
});

/** What a restore of these bytes says; undefined when it took them. */
async function refusal(bytes: Buffer): Promise<string | undefined> {
  await writeFile(file, bytes);
  try {
    await restoreInto(file, dataDir);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(BackupError);
    return (error as Error).message;
  }
}

async function expectRefused(bytes: Buffer, what = '', words = /^[А-ЯЁ][^\n]*\.$/): Promise<void> {
  expect(await refusal(bytes), what).toMatch(words);
  expect(await readdir(dataDir), what).toEqual(['rampa.sqlite']);
  expect(await readFile(path.join(dataDir, 'rampa.sqlite'), 'utf8')).toBe('как было');
}

function layout(): { name: string; header: number; body: number; size: number }[] {
  const parts = [];
  for (let at = 0; whole[at] !== 0; ) {
    const name = whole.toString('latin1', at, at + 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(whole.toString('latin1', at + 124, at + 135), 8);
    parts.push({ name, header: at, body: at + BLOCK, size });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return parts;
}

const partOf = (end: string) => layout().find(({ name }) => name.endsWith(end)) ?? expect.fail(`no ${end}`);

test('an archive that is as it was made is taken', async () => expect(await refusal(whole)).toBeUndefined());

test('one flipped byte is refused before anything is touched, in headers, files, what fills their last blocks, the sums, the description and the end, and the line names what is damaged', async () => {
  const [first, ...others] = layout();
  for (const { header } of [first, others.at(-1)].flatMap((part) => part ?? []))
    for (let at = header; at < header + BLOCK; at += 3) await expectRefused(flipped(at), `header byte ${at}`);
  for (const { header, name } of others) await expectRefused(flipped(header + 130), `size of ${name}`);
  for (const { name, body, size } of layout())
    for (const at of [body, body + (size >> 1), body + size - 1, ...(size % BLOCK ? [body + size] : [])])
      await expectRefused(flipped(at), `${name} at ${at - body} of ${size}`);
  for (const { name, body, size } of ['SHA256SUMS', 'manifest.json'].map(partOf))
    for (let at = body; at < body + size; at += 61) await expectRefused(flipped(at), `${name} at ${at - body}`);
  for (const at of [whole.length - 1024, whole.length - 512, whole.length - 1])
    await expectRefused(flipped(at), `${at}`);
  for (const end of ['.jpg', 'rampa.sqlite.zst', 'manifest.json'])
    expect(await refusal(flipped(partOf(end).body + 99))).toContain(end);
});

test('an archive that is cut off, or has more behind its end, is refused', async () => {
  for (let length = 0; length < whole.length; length += 4999)
    await expectRefused(whole.subarray(0, length), `${length}`);
  for (const length of [whole.length - 1, whole.length - 512, whole.length - 1024])
    await expectRefused(whole.subarray(0, length));
  await expectRefused(Buffer.concat([whole, Buffer.alloc(512)]));
  await expectRefused(Buffer.concat([whole, whole]));
});

test.each([
  [-1, 'более старой версией'],
  [1, 'более новой версией'],
])('an archive whose format is another by %d is refused, and the line says by whom it was made', async (by, words) => {
  const another = (format: string) => String(Number(format) + by);
  const bytes = described((text) => text.replace(/(?<="format":\s*)\d/, another));
  await expectRefused(bytes);
  expect(await refusal(bytes)).toContain(words);
});

test('an archive whose description leaves a table out is refused', async () => {
  const blank = (row: string) => ' '.repeat(row.length);
  const bytes = described((text) => text.replace(/"articles":\s*\{[^}]*\},/, blank));
  expect(await refusal(bytes)).toContain('таблица articles');
});

test('an archive that somebody else made is refused of any kind', async () => {
  for (const length of [0, 1024, 10_240]) await expectRefused(Buffer.alloc(length));
  await expectRefused(Buffer.from('Это не архив.'.repeat(1000)));
  const inside = path.join(folder, 'inside');
  await mkdir(inside, { recursive: true });
  await writeFile(path.join(inside, 'file.txt'), 'x');
  await symlink('/etc/passwd', path.join(inside, 'link')).catch(() => {});
  for (const flags of [['-cf'], ['-czf'], ['-P', '-cf']]) {
    const made = path.join(folder, 'foreign.tar');
    expect(spawnSync('tar', [...flags, made, inside]).status).toBe(0);
    await expectRefused(await readFile(made));
  }
});

test('an archive that somebody else made is refused with names that point outside, links, folders, a file twice, or sizes beyond its end', async () => {
  const body = Buffer.from('x');
  const inside = ['../../evil', 'uploads/../../evil.jpg', 'evil', 'uploads/evil.jpg'];
  for (const name of ['../evil', '/etc/passwd', '', 'a\\..\\b', ...inside.map((each) => `rampa-backup/${each}`)])
    await expectRefused(Buffer.concat([entry(name, body), whole]), name, /посторонний файл/);
  for (const type of ['1', '2', '3', '5', '6', 'L', 'x', 'g', 'S', '\0'])
    await expectRefused(Buffer.concat([entry('rampa-backup/manifest.json', body, { type }), whole]), type);
  const [first] = layout();
  const twice = whole.subarray(0, (first?.body ?? 0) + Math.ceil((first?.size ?? 0) / BLOCK) * BLOCK);
  await expectRefused(Buffer.concat([twice, whole]));
  for (const size of [1, 513, 2 ** 31, 8 ** 11 - 1])
    await expectRefused(entry('rampa-backup/manifest.json', Buffer.alloc(0), { size }), `${size}`);
});

function flipped(at: number): Buffer {
  const copy = Buffer.from(whole);
  copy[at] = (copy[at] ?? 0) ^ 0x01;
  return copy;
}

/** With another description of the same length, and its sum. */
function described(change: (text: string) => string): Buffer {
  const copy = Buffer.from(whole);
  const manifest = partOf('manifest.json');
  const body = copy.subarray(manifest.body, manifest.body + manifest.size);
  const sum = () => createHash('sha256').update(body).digest('hex');
  const before = sum();
  body.write(change(body.toString()));
  copy.write(sum(), copy.indexOf(before));
  return copy;
}

function entry(name: string, body: Buffer, { type = '0', size = body.length } = {}): Buffer {
  const header = Buffer.from(whole.subarray(0, BLOCK));
  header.fill(0, 0, 100);
  header.write(name, 0);
  header.write(size.toString(8).padStart(11, '0'), 124);
  header.write(type, 156, 'latin1');
  header.write(' '.repeat(8), 148);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)]);
}
