import { existsSync } from 'node:fs';
import { appendFile, copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isPublicAt } from '../../../model/articles/visibility.ts';
import { publicEditions } from '../../../model/editions/editions.ts';
import { everyArticle } from '../../../model/moving.ts';
import { publicProgramme } from '../../../model/programme/programme.ts';
import { readNamed, shownContestant, shownEdition } from '../../../model/search/named.ts';
import { shownArticle } from '../../../model/search/search.ts';
import { articleTokens, contestantTokens, editionTokens } from '../../../model/search/words.ts';
import { excerpt } from '../../../model/text/excerpt.ts';
import { SERVER_BUNDLE } from '../../build/sources.ts';
import { ExportError } from '../../errors.ts';
import type { Source } from '../target.ts';
import { type Found, partOf, shelfOf } from './shelves.ts';

export const SEARCH_PAGE = 'search/index.html';
const FINDER = 'finder.js'; // Bundled by ops/build/bundle.ts from ops/export/static/finder.ts
const EXCERPT = 160; // characters
const BUFFER_SIZE = 32 * 1024; // characters buffered for each file

export function withSearch(page: string): string {
  return page.replace('</body>', `<script src="${FINDER}"></script></body>`);
}

/**
 * Writes the search index as scripts: pages opened from disk can load nothing else. `part-N.js`: what is shown of texts;
 * `words-X.js`: words with the prefix X and the texts that contain them; `files.js`: the list of these. Buffers 32 KB of each.
 */
export async function writeSearch(source: Source, folder: string): Promise<void> {
  const into = path.join(folder, 'search');
  const finder = path.join(SERVER_BUNDLE, FINDER);
  if (!existsSync(finder)) throw new ExportError('Сайт не собран: запустите сервер один раз и повторите команду.');
  await mkdir(into, { recursive: true });
  await copyFile(finder, path.join(into, FINDER));
  const waiting = new Map<string, string>(); // Buffers by file
  const append = (file: string, lines: string) => appendFile(path.join(into, `${file}.js`), lines);
  const add = async (file: string, value: unknown) => {
    const lines = `${waiting.get(file) ?? 'rampaSearch([\n'}${JSON.stringify(value)},\n`;
    const isFull = lines.length > BUFFER_SIZE;
    if (isFull) await append(file, lines);
    waiting.set(file, isFull ? '' : lines);
  };
  let count = 0;
  for await (const { found, words } of texts(source)) {
    for (const [shelf, some] of Map.groupBy(words.split(' '), shelfOf)) await add(shelf, [count, some.join(' ')]);
    await add(partOf(count), found);
    count += 1;
  }
  for (const file of [...waiting.keys()]) await add('files', file);
  for (const [file, lines] of waiting) await append(file, `${lines}])\n`);
}

/** Public texts, oldest first. */
async function* texts({ db, now }: Source): AsyncGenerator<{ found: Found; words: string }> {
  for (const { words, kind, url, title, under, date } of await readNamed(db, false))
    if (kind === 'page') yield { found: { kind, url, title, under, date, text: '' }, words: words.trim() };
  for (const edition of (await publicEditions(db)).toReversed()) {
    if (edition.is_current === 0)
      yield { found: { ...shownEdition(edition), text: '' }, words: editionTokens(edition) };
    for (const each of (await publicProgramme(db, edition.id)).contestants)
      yield { found: { ...shownContestant(each), text: excerpt(each.text, EXCERPT) }, words: contestantTokens(each) };
  }
  for await (const row of everyArticle(db)) {
    if (!isPublicAt(row, now)) continue;
    const text = excerpt(row.own_lead ?? row.lead, EXCERPT);
    yield { found: { ...shownArticle(row), text }, words: articleTokens(row) };
  }
}
