import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Parser } from 'htmlparser2';
import type { Source } from '../json.ts';

const ADDRESSES = new Set(['href', 'src', 'poster', 'action']);
const LISTS = new Set(['srcset', 'imagesrcset']);

/** Each relative link of pages and style sheets whose file is missing, once, in Russian. */
export async function brokenLinks(folder: string, progress: Source['progress']): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const there = new Set(files);
  const broken = new Map<string, string>();
  for (const [at, file] of files.sort().entries()) {
    progress('Проверка ссылок', at + 1, files.length);
    if (!/\.(html|css)$/.test(file)) continue;
    const content = await readFile(file, 'utf8');
    for (const link of file.endsWith('.css') ? linksOfSheet(content) : linksOfPage(content)) {
      const target = targetOf(file, link);
      if (target !== undefined && !there.has(target) && !broken.has(target)) broken.set(target, file);
    }
  }
  const name = (file: string) => path.relative(folder, file);
  return [...broken].map(([target, file]) => `${name(file)}: ссылка ведёт в никуда — ${name(target)}`);
}

/** Undefined for other sites and places of the page itself. */
function targetOf(file: string, link: string): string | undefined {
  if (link === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(link)) return undefined;
  return path.join(path.dirname(file), decodeURIComponent(link.replace(/[?#].*$/, '')));
}

/** A drawing inside an address may have addresses of its own: those between quotes are taken whole. */
function linksOfSheet(css: string): string[] {
  return Array.from(
    css.matchAll(/url\((?:"([^"]*)"|'([^']*)'|([^"')]+))/g),
    ([, one, two, bare]) => one ?? two ?? bare ?? '',
  );
}

function linksOfPage(html: string): string[] {
  const links: string[] = [];
  const parser = new Parser({
    onattribute(name, value) {
      if (ADDRESSES.has(name)) links.push(value);
      else if (LISTS.has(name)) links.push(...value.split(',').map((part) => part.trim().split(/\s/)[0] ?? ''));
    },
  });
  parser.end(html);
  return links;
}
