import { expect, test } from 'vitest';
import { dearer } from '../rig/cost.ts';
import { FORM, form, type Part } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { pdf, zip } from '../rig/world/files.ts';

const t = await needSite();

const SHAPES = [
  ...['/', '\\', '.', '..', './', 'app/', '.app/', 'a:', ' ', '. ', '\t', '\n', '\u00a0', '%', '%22', '%0D'],
  ...[';', '; a=', '*='],
  ...["'", '"', '\\"', '=', 'я', 'é', '\ufb03', '\ufdfa', '\u200b', '\ufffd', '🏆'],
  // Normal forms sort the marks of a letter.
  ...['\u0301', '\u0301\u0316', '\u0301\u0316\u0327', '\uff9e\u0301', '\u0344\u0316', '\u1100\u1161'],
];
const ofBytes = (shape: string, bytes: number) => shape.repeat(bytes / Buffer.byteLength(shape));

const upload = (part: Omit<Part, 'bytes'>, bytes: Buffer) =>
  t.editor('POST', '/api/files', form({ filename: 'a.pdf', ...part, bytes }), { 'content-type': FORM });
const LONG = 70_000; // bytes: headers of a part have 80 KiB

const PARTS: Record<string, (run: string) => () => unknown> = {
  'the name of a file': (filename) => () => upload({ filename }, pdf()),
  'the name of a file before its extension': (run) => () => upload({ filename: `${run}.pdf` }, pdf()),
  'the name of a field': (name) => () => upload({ name }, pdf()),
  'the type of a part': (type) => () => upload({ type: `text/${type}` }, pdf()),
  'a header of a part': (run) => () => upload({ headers: `X-A: ${run}\r\n` }, pdf()),
  'the content of a file': (run) => () => upload({}, Buffer.concat([pdf(), Buffer.from(`\n%${run}\n%%EOF\n`)])),
  'names in an archive': (run) => {
    const names = Array.from({ length: 8 }, (_, at) => ({ name: `${at}${run.slice(0, 20_000)}` }));
    const archives = [zip(...names), zip(...names.map(({ name }) => ({ name: `${name}a.txt` })))];
    return async () => {
      for (const archive of archives) await upload({}, archive);
    };
  },
};

test.each(Object.entries(PARTS))('no characters make an upload dearer: %s', async (_name, sending) => {
  const shapes = SHAPES.map((shape) => [shape, sending(ofBytes(shape, LONG))] as const);
  expect(await dearer(sending('a'.repeat(LONG)), shapes)).toEqual([]);
});

const TABLE = 400_000; // bytes

test('no characters make a table of old addresses dearer', async () => {
  const url = '/api/admin/redirects/import';
  const importing = (csv: string) => () => t.editor('POST', url, { csv, dryRun: true });
  const plain = Array.from({ length: 4000 }, (_, at) => `/old-${at}/${'a'.repeat(40)};/new-${at}/${'b'.repeat(40)}`);
  const shapes = [...SHAPES, '""', '"a', '"\n', '";"', ';', ',', ';\n', '\r', '\r\n', '\ufeff'].flatMap((shape) => {
    const run = ofBytes(shape, TABLE);
    return [run, `"${run}`, `/a;"${run}`, `/a;/b\n${run}"x`].map((csv) => [shape, importing(csv)] as const);
  });
  const chain = Array.from({ length: 4000 }, (_, at) => `/old-${at};/old-${at + 1}`).join('\n');
  expect(await dearer(importing(plain.join('\n')), [...shapes, ['a chain', importing(chain)]])).toEqual([]);
});
