import { invalid } from '../../errors.ts';
import { isHttpAddress, storable } from '../fields.ts';
import { withoutEnd } from '../text/plain.ts';
import { decoded } from './decoded.ts';

const MAX_ADDRESS = 2048; // characters

/** Pages and folders of the site: they take precedence, so redirects from there are impossible. */
const NAMES =
  'news watch vote about search preview healthz readyz metrics feed.xml feed.atom feed.json feed-dzen.xml robots.txt favicon.ico manifest.webmanifest icon.svg icon-192.png icon-512.png icon-maskable.png apple-touch-icon.png start.ics programme.ics';
const FOLDERS = 'api|admin|assets|uploads|player|preview|covers|og';
const OWN = new RegExp(
  `^/(?:(?:${NAMES.replaceAll('.', '\\.').replaceAll(' ', '|')}|sitemap(?:-\\w+)?\\.xml)?$|(?:${FOLDERS})(?:[/.]|$))`,
);

/** Normalises a path: RFC 3986, 6.2.2, without a trailing slash. */
export function normalizePath(path: string): string {
  const { pathname } = new URL(`http://site${path}`);
  return withoutEnd(spellCodes(pathname), '/') || '/';
}

/** `/?p=12`: WordPress's second URL of each text. */
function isNumbered(path: string, search: string): boolean {
  return path === '/' && /^(?:p|page_id)=\d{1,15}$/.test(search);
}

/** Path and query (without `?`) of a request in stored form; undefined if never redirected. Long queries are not normalised. */
export function normalizeRequest(url: string): [path: string, search: string] | undefined {
  const [path = ''] = url.split('?', 1);
  if (path.length > MAX_ADDRESS) return undefined;
  const search = url.slice(path.length + 1);
  const spelt = normalizePath(path);
  return OWN.test(spelt) && !isNumbered(spelt, search)
    ? undefined
    : [spelt, search.length > MAX_ADDRESS ? search : spellCodes(search)];
}

/** The stored form of an old address: path, with its query. A full address loses its host. 400. */
export function readSource(given: string): string {
  const url = readAddress(given, SOURCE, 'http://site');
  const path = ownPath(url, SOURCE);
  if (OWN.test(path) && !isNumbered(path, url.search.slice(1)))
    throw invalid('source', `Старый адрес: ${decoded(path)} занят самим сайтом, переадресация там не сработает.`);
  return assertLength(path + spellCodes(url.search), SOURCE);
}

/** The stored form of a new address: a path of this site, also of a full address on the host of `origin`, or an absolute http(s) URL. 400. */
export function readTarget(given: string, origin: string): string {
  const url = readAddress(given, TARGET, origin);
  if (siteOf(url) !== siteOf(new URL(origin))) return assertLength(url.href, TARGET);
  return assertLength(ownPath(url, TARGET) + spellCodes(url.search) + url.hash, TARGET);
}

const SOURCE = { field: 'source', name: 'Старый адрес', form: ', например /staraya-stranica' };
const TARGET = {
  ...{ field: 'target', name: 'Новый адрес' },
  form: ', или полный адрес, который начинается с https:// или http://',
};

/** Ignores scheme and www., which servers and proxies redirect: such an address is the site's own. */
export function siteOf({ host }: URL): string {
  return host.replace(/^www\./, '');
}

function readAddress(given: string, of: typeof SOURCE, base: string): URL {
  const { field, name, form } = of;
  const address = storable(given).trim();
  if (address === '') throw invalid(field, `${name}: заполните это поле.`);
  if (/[\p{Cc}\\]/u.test(address))
    throw invalid(field, `${name}: уберите обратную косую черту, переносы строк и другие невидимые знаки.`);
  assertLength(address, of);
  if (!isHttpAddress(address) && !/^\/(?!\/)/.test(address))
    throw invalid(field, `${name}: нужен путь на этом сайте, который начинается с /${form}.`);
  return new URL(address, base);
}

function ownPath({ pathname }: URL, { field, name }: typeof SOURCE): string {
  const path = normalizePath(pathname);
  if (path.startsWith('//')) throw invalid(field, `${name}: в начале нужна одна косая черта.`);
  return path;
}

function assertLength(address: string, { field, name }: typeof SOURCE): string {
  if (address.length > MAX_ADDRESS) throw invalid(field, `${name}: не длиннее ${MAX_ADDRESS} знаков.`);
  return address;
}

function spellCodes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
}

/** Targets by source. */
export type Rules = ReadonlyMap<string, string>;

const MAX_STEPS = 3;

/** The target for path and query: by both, else by the path with the query appended. */
export function targetFor(rules: Rules, path: string, search: string): string | undefined {
  const target = search ? rules.get(`${path}?${search}`) : undefined;
  if (target !== undefined) return target;
  const ofPath = rules.get(path);
  return ofPath === undefined || search === '' ? ofPath : withQuery(ofPath, search);
}

/** Addresses of the chain from `source` on, included; cut where it closes a loop or becomes too long. */
export function redirectChain(rules: Rules, source: string): string[] {
  const way = [source];
  for (let at = source; way.length <= MAX_STEPS + 1; ) {
    const next = stepFrom(rules, at);
    if (next === undefined) break;
    const isLoop = way.includes(next);
    way.push(next);
    if (isLoop) break;
    at = next;
  }
  return way;
}

/** Reason to refuse a chain; undefined for a valid one. */
export function problemOf(way: string[]): string | undefined {
  const [source, first] = way;
  const shown = way.map(decoded).join(' → ');
  if (source === first) return 'Новый адрес: это тот же самый адрес, переадресация ходила бы по кругу.';
  if (new Set(way).size < way.length) return `Новый адрес: получается круг ${shown}.`;
  if (way.length > MAX_STEPS + 1)
    return `Новый адрес: цепочка слишком длинная (${shown}). Укажите сразу последний адрес.`;
  return undefined;
}

function stepFrom(rules: Rules, address: string): string | undefined {
  if (!address.startsWith('/')) return undefined;
  const { pathname, search } = new URL(address, 'http://site');
  return targetFor(rules, normalizePath(pathname), search.slice(1));
}

function withQuery(target: string, search: string): string {
  const [, before = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? [];
  return `${before}${before.includes('?') ? '&' : '?'}${search}${fragment}`;
}
