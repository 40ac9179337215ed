import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { UNFINISHED } from '../../ops/errors.ts';
import { startCommand } from '../rig/command.ts';
import { needSite } from '../rig/needs.ts';
import { insertNews } from '../rig/world/long-news.ts';
import { freePlace } from './world.ts';

const site = await needSite();
const content = `<p>${randomBytes(20_000).toString('hex')}</p>`;
await insertNews(site.store.db, 3000, (at) => ({ slug: `news-${at}`, content }));
const { dataDir, databaseUrl } = site.config;
const settings = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };

test.each([['json'], ['wxr']])(
  'a killed export as %s leaves nothing under its name, and the next one is whole',
  async (format) => {
    const place = await freePlace();
    const args = ['export', '--format', format, place];
    const killed = startCommand(args, { ...settings, PUBLIC_URL: 'https://festival.example' });
    await expect.poll(() => readdir(path.dirname(place))).toEqual([`${UNFINISHED}export-export`]);
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(await readdir(path.dirname(place))).toEqual([`${UNFINISHED}export-export`]);
    const { code, err } = await startCommand(args, { ...settings, PUBLIC_URL: 'https://festival.example' }).ended;
    expect([code, err]).toEqual([0, expect.stringContaining('Новости')]);
    expect(await readdir(path.dirname(place))).toEqual(['export']);
    const whole = await readFile(format === 'json' ? path.join(place, 'articles.jsonl') : place, 'utf8');
    expect(whole.match(format === 'json' ? /^\{.*\}$/gm : /<item>.*<\/item>/g)).toHaveLength(3000);
  },
);
