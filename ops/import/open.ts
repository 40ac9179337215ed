import { createReadStream, existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ModelError } from '../../errors.ts';
import { isZip, readEntry, readZip, sourceOf } from '../../model/files/content/zip.ts';
import { PICTURE_BYTES } from '../../model/images/images.ts';
import { decodeText } from '../../model/text/table.ts';
import { fetchListed, INTERNET, type Network } from '../embeds/fetch.ts';
import { ImportError } from '../errors.ts';
import type { Archive, Source } from './items.ts';
import { fetchProblemOf } from './media.ts';
import { openExport } from './sources/export.ts';
import { openFeed } from './sources/feed.ts';
import { GHOST, openGhost } from './sources/ghost.ts';
import { openMarkdown } from './sources/markdown.ts';
import { openSite } from './sources/site.ts';
import { openWordpress } from './sources/wordpress.ts';

const START = 64 * 1024; // bytes; enough to detect the format
const MAX_JSON = 500 * 1024 * 1024; // bytes; below V8's longest string
const MAX_FEED = 64 * 1024 * 1024; // bytes
const LARGEST = { directory: 64 * 1024 * 1024, unpacked: 64 * 1024 ** 3 }; // bytes: all pictures of a site
const UNKNOWN =
  'Формат не распознан. Нужна выгрузка WordPress (.xml), Ghost (.json или .zip), лента RSS или Atom, папка с Markdown, папка «rampa export» или адрес сайта.';
const OWN = 'Это выгрузка rampa. Перенесите её командой rampa import: ей нужна распакованная папка целиком.';

interface Options {
  /** Address of the former site, for its pictures and for sources without one. Named by an administrator: it may be private. */
  site?: string | undefined;
  name?: string; // Of an uploaded file, whose path is temporary
  mostJson?: number; // Bytes of a JSON file, which is read as a whole
  signal?: AbortSignal;
  network?: Network;
}

/** Opens a file, a folder or an http(s) address; detects the format by content. ImportError when it cannot be imported. */
export async function openSource(given: string, options: Options = {}): Promise<Source> {
  const { name = given, signal = new AbortController().signal, network = INTERNET } = options;
  if (/^https?:\/\//i.test(given)) return openAddress(given, signal, network);
  try {
    if (!(await stat(given)).isDirectory()) return await openFile(given, { mostJson: MAX_JSON, ...options, name });
    return existsSync(path.join(given, 'export.json')) ? await openExport(given) : await openMarkdown(given);
  } catch (error) {
    throw toImportError(error, name);
  }
}

type FileOptions = Options & { name: string; mostJson: number };

async function openFile(file: string, options: FileOptions): Promise<Source> {
  const { site: origin, mostJson: most } = options;
  const start = await readStart(file);
  if (isZip(start)) return openArchive(file, options);
  const text = decodeText(start, { isBeginning: true }).replace(/^\ufeff/, '');
  if (/^\s*[{[]/.test(text) && GHOST.test(text)) return openGhost(file, { origin, most });
  const kind = xmlKindOf(text);
  if (kind === 'WXR') return openWordpress(file, origin);
  if (kind) return openFeed(() => createReadStream(file), kind, origin);
  throw new ImportError(/"format": "rampa-export"/.test(text) ? OWN : UNKNOWN);
}

/** A ZIP of at most 4 GiB; only entries that are read are unpacked. 422 when damaged. */
async function openArchive(file: string, { site: origin, name, mostJson: most }: FileOptions): Promise<Source> {
  const handle = await open(file);
  try {
    const zip = sourceOf(handle, (await handle.stat()).size);
    const entries = new Map((await readZip(zip, LARGEST)).map((entry) => [entry.name, entry]));
    const read: Archive['read'] = async (entry, limit = PICTURE_BYTES) => {
      const found = entries.get(entry);
      return found && readEntry(zip, found, limit);
    };
    const archive = { names: [...entries.keys()], read, close: () => handle.close() };
    const has = (wanted: RegExp) => archive.names.some((each) => wanted.test(each));
    // Themes of Ghost contain Markdown, too.
    if (has(/^(?!(?:.*\/)?content\/themes\/).*\.(?:md|markdown|mdx)$/i)) return await openMarkdown(name, archive);
    if (has(/(?:^|\/)articles\.jsonl$/)) throw new ImportError(OWN);
    if (has(/\.json$/)) return await openGhost(file, { origin, archive, most });
    throw new ImportError(has(/\.xml$/) ? 'Распакуйте архив и возьмите файлы .xml из него по одному.' : UNKNOWN);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openAddress(given: string, signal: AbortSignal, network: Network): Promise<Source> {
  if (!URL.canParse(given)) throw new ImportError('Адрес записан с ошибкой. Нужен такой: https://festival.example');
  const { origin, pathname, href } = new URL(given);
  const isRoot = pathname === '/' || pathname.startsWith('/api');
  const found = isRoot ? await openSite(origin, signal, network) : undefined;
  if (found) return found;
  const get = (address: string) =>
    fetchListed(address, [new URL(address).hostname], signal, { ...network, within: 60_000, most: MAX_FEED });
  try {
    const { bytes } = await get(href);
    const text = decodeText(bytes.subarray(0, START), { isBeginning: true });
    const kind = xmlKindOf(text);
    const feed = kind ? href : feedIn(text, href);
    if (kind === 'WXR' || !feed) throw new ImportError(UNKNOWN);
    const content = kind ? bytes : (await get(feed)).bytes;
    return await openFeed(() => Readable.from([content]), kind ?? 'RSS', feed);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`Адрес ${given} не отвечает как надо: ${fetchProblemOf(error)}.`);
  }
}

function feedIn(html: string, base: string): string | undefined {
  const link = /<link\b(?=[^>]*application\/rss\+xml)[^>]*?href=["']([^"']+)/i.exec(html)?.[1];
  return URL.parse(link ?? '', link && base)?.href;
}

function xmlKindOf(text: string): 'WXR' | 'RSS' | 'Atom' | undefined {
  const start = text.replace(/<!--[\s\S]*?-->/g, '');
  if (!/<(?:rss|feed|rdf:RDF)\b/.test(start)) return undefined;
  if (/xmlns:wp=/.test(start) || /<wp:wxr_version>/.test(start)) return 'WXR';
  return /<feed\b/.test(start) ? 'Atom' : 'RSS';
}

async function readStart(file: string): Promise<Buffer> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(START), 0, START, 0);
  return buffer.subarray(0, bytesRead);
}

function toImportError(error: unknown, place: string): unknown {
  const { code } = error as { code?: string };
  if (code === 'ENOENT') return new ImportError(`Здесь ничего нет: ${place}.`);
  if (code === 'EACCES' || code === 'EPERM') return new ImportError(`Нет прав, чтобы прочесть ${place}.`);
  return error instanceof ModelError ? new ImportError(`${place}: ${error.message}`) : error;
}
