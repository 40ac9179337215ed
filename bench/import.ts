import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqlite } from '../db/dialect.ts';
import { databaseIn, migrate } from '../db/open.ts';
import { startCommand } from '../test/rig/command.ts';
import { printTable } from './rig/table.ts';

// An export of WordPress is brought: `node bench/import.ts [articles]`. Time and the most memory of `rampa import`.

const ARTICLES = Number(process.argv[2] ?? 100_000);
const WORDS =
  'фестиваль песня сцена голос зрители жюри финал участник победитель эфир оркестр репетиция билет город вечер'.split(
    ' ',
  );

const root = await mkdtemp(path.join(tmpdir(), 'rampa-bench-import-'));
const file = path.join(root, 'wordpress.xml');
await writeExport();
const db = openSqlite(databaseIn(root));
await migrate(db);
await db.destroy();
const { size } = await stat(file);
const rows: string[][] = [];
for (const args of [['--dry-run'], [], []]) rows.push(await run(args));
printTable([`${ARTICLES} news, ${Math.round(size / 1_000_000)} MB`, 's', 'a second', 'most memory, MB'], rows);
await rm(root, { recursive: true });

async function run(args: string[]): Promise<string[]> {
  const begun = performance.now();
  const { child, ended } = startCommand(['import', '--json', ...args, file], { DATA_DIR: root });
  let isRunning = true;
  void ended.then(() => {
    isRunning = false;
  });
  let peak = 0;
  while (isRunning) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
    await sleep(100);
  }
  const { code, out, err } = await ended;
  if (code !== 0) throw new Error(err);
  const { created, unchanged } = JSON.parse(out) as Record<string, number>;
  const seconds = (performance.now() - begun) / 1000;
  const name = args.length > 0 ? 'dry run' : created ? 'import' : `again, ${unchanged} unchanged`;
  return [name, seconds.toFixed(1), (ARTICLES / seconds).toFixed(), (peak / 1024).toFixed()];
}

async function writeExport(): Promise<void> {
  const out = createWriteStream(file);
  const write = async (text: string) => {
    if (!out.write(text)) await once(out, 'drain');
  };
  await write(
    '<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:base_blog_url>https://old.example</wp:base_blog_url>',
  );
  for (let at = 1; at <= ARTICLES; at += 1) {
    const words = Array.from({ length: 400 }, (_, word) => WORDS[(word * at + word) % WORDS.length]);
    const text = Array.from({ length: 8 }, (_, part) => words.slice(part * 50, part * 50 + 50).join(' ')).join('\n\n');
    await write(`<item><title>Новость ${at}</title><link>https://old.example/2020/${at}/</link><content:encoded><![CDATA[${text}
<a href="https://old.example/2020/${Math.max(1, at - 7)}/">раньше</a>]]></content:encoded><wp:post_id>${at}</wp:post_id>
<wp:post_date>2020-01-01 10:00:00</wp:post_date><wp:post_date_gmt>2020-01-01 07:00:00</wp:post_date_gmt><wp:post_name>n${at}</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>\n`);
  }
  out.end('</channel></rss>');
  await once(out, 'finish');
}
