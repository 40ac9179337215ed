import { createReadStream, existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { ModelError, messageOf } from '../../errors.ts';
import { isZip } from '../../model/files/content/zip.ts';
import { fetchListed, INTERNET, type Network } from '../embeds/fetch.ts';
import { ImportError } from '../errors.ts';
import type { Source } from './items.ts';
import { openExport } from './sources/export.ts';
import { openFeed } from './sources/feed.ts';
import { GHOST, openGhost } from './sources/ghost.ts';
import { openMarkdown } from './sources/markdown.ts';
import { openSite } from './sources/site.ts';
import { openWordpress } from './sources/wordpress.ts';
import { openZip } from './sources/zip.ts';

const START = 64 * 1024; // bytes that tell a kind
const MOST_FEED = 64 * 1024 * 1024; // bytes
const UNKNOWN =
  'Не понимаю, что это. Нужна выгрузка WordPress (.xml), Ghost (.json или .zip), лента RSS или Atom, папка с Markdown, папка «rampa export» или адрес сайта.';

interface Options {
  /** Address of the former site, for pictures and for sources that do not tell it. An administrator named it: it may be private. */
  site?: string | undefined;
  /** Of an uploaded file, whose own is temporary. */
  name?: string;
  signal?: AbortSignal;
  network?: Network;
}

/** Recognises a file, a folder or an http(s) address by its content. ImportError when it is none that can be imported. */
export async function openSource(
  given: string,
  { site, name = given, signal = new AbortController().signal, network = INTERNET }: Options = {},
): Promise<Source> {
  if (/^https?:\/\//i.test(given)) return openAddress(given, signal, network);
  try {
    if ((await stat(given)).isDirectory()) return await openFolder(given);
    return await openFile(given, site, name);
  } catch (error) {
    throw explained(error, name);
  }
}

async function openFolder(folder: string): Promise<Source> {
  return existsSync(path.join(folder, 'export.json')) ? openExport(folder) : openMarkdown(folder);
}

async function openFile(file: string, site: string | undefined, name: string): Promise<Source> {
  const start = await readStart(file);
  if (isZip(start)) return openArchive(file, site, name);
  const text = start.toString('utf8').replace(/^\ufeff/, '');
  if (/^\s*[{[]/.test(text) && GHOST.test(text)) return openGhost(file, site);
  const kind = xmlKindOf(text);
  if (kind === 'WXR') return withOrigin(await openWordpress(file), site);
  if (kind) return openFeed(() => createReadStream(file), kind, site);
  throw new ImportError(UNKNOWN);
}

async function openArchive(file: string, site: string | undefined, name: string): Promise<Source> {
  const archive = await openZip(file);
  const isMarkdown = archive.names.some((name) => /\.(?:md|markdown|mdx)$/i.test(name));
  if (archive.names.some((name) => name.endsWith('.json')) && !isMarkdown) return openGhost(file, site, archive);
  if (isMarkdown) return openMarkdown(name, archive);
  await archive.close();
  throw new ImportError(UNKNOWN);
}

async function openAddress(given: string, signal: AbortSignal, network: Network): Promise<Source> {
  if (!URL.canParse(given)) throw new ImportError('Адрес записан с ошибкой. Нужен такой: https://festival.example');
  const { origin, pathname, href } = new URL(given);
  const isRoot = pathname === '/' || pathname.startsWith('/api');
  const found = isRoot ? await openSite(origin, signal, network) : undefined;
  if (found) return found;
  const ask = (address: string) =>
    fetchListed(address, [new URL(address).hostname], signal, { ...network, within: 60_000, most: MOST_FEED });
  try {
    const bytes = (await ask(href)).bytes;
    const text = bytes.toString('utf8', 0, START);
    const kind = xmlKindOf(text);
    const feed = kind ? undefined : feedIn(text, href);
    if (feed) return await openFeed(feedOf((await ask(feed)).bytes), 'RSS', feed);
    if (kind === 'RSS' || kind === 'Atom') return await openFeed(feedOf(bytes), kind, href);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`Адрес ${given} не отвечает как надо (${messageOf(error)}).`);
  }
  throw new ImportError(UNKNOWN);
}

function feedOf(bytes: Buffer): () => AsyncIterable<Buffer> {
  return async function* () {
    yield bytes;
  };
}

/** The feed that a page names. */
function feedIn(html: string, base: string): string | undefined {
  const link = /<link\b(?=[^>]*application\/rss\+xml)[^>]*?href=["']([^"']+)/i.exec(html)?.[1];
  return link && URL.canParse(link, base) ? new URL(link, base).href : undefined;
}

function xmlKindOf(text: string): 'WXR' | 'RSS' | 'Atom' | undefined {
  const start = text.replace(/<!--[\s\S]*?-->/g, '');
  if (!/<(?:rss|feed|rdf:RDF)\b/.test(start)) return undefined;
  if (/xmlns:wp=/.test(start) || /<wp:wxr_version>/.test(start)) return 'WXR';
  return /<feed\b/.test(start) ? 'Atom' : 'RSS';
}

function withOrigin(source: Source, site: string | undefined): Source {
  return site ? { ...source, origin: source.origin ?? site } : source;
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(START), 0, START, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function explained(error: unknown, place: string): unknown {
  const { code } = error as { code?: string };
  if (code === 'ENOENT') return new ImportError(`Здесь ничего нет: ${place}.`);
  if (code === 'EACCES' || code === 'EPERM') return new ImportError(`Нет прав, чтобы прочесть ${place}.`);
  return error instanceof ModelError ? new ImportError(`${place}: ${error.message}`) : error;
}
