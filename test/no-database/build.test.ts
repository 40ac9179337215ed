import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { putInPlace } from '../../server/build.ts';

test('servers that build the pages of one folder at the same moment leave one whole build', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'rampa-build-'));
  const build = path.join(home, 'build');
  try {
    await makeBuild(build);
    for (let round = 0; round < 10; round += 1) {
      const made = [1, 2, 3, 4, 5].map((each) => `${build}-${round}-${each}`);
      await Promise.all(made.map(makeBuild));
      await Promise.all(made.map((each) => putInPlace(each, build)));
      expect(await readdir(path.join(build, 'server'))).toHaveLength(FILES);
      for (const each of made) await rm(each, { recursive: true, force: true });
      expect(await readdir(home)).toEqual(['build']);
    }
  } finally {
    await rm(home, { recursive: true });
  }
});

const FILES = 20;

async function makeBuild(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'server'), { recursive: true });
  for (let file = 0; file < FILES; file += 1) await writeFile(path.join(folder, 'server', `${file}.js`), '');
}
