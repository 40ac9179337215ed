import type { Term } from '../../../db/word-index.ts';
import { MAX_QUERY } from '../../../model/search/query.ts';
import { type Ranked, rank } from '../../../model/search/ranking.ts';
import { type Find, readings } from '../../../model/search/readings.ts';
import { formatDate } from '../../../model/text/date.ts';
import { escapeAttribute, escapeText } from '../../../model/text/markup.ts';
import { type Found, IN_A_PART, partOf, shelfOf } from './shelves.ts';

// Search of a static site: without a server, a script can only load further scripts.

declare global {
  var rampaSearch: (loaded: unknown) => void;
}

type Posting = [text: number, words: string];

const PAGE_SIZE = 50;
const here = (document.currentScript as HTMLScriptElement).src;
const loads = new Map<string, Promise<unknown[]>>();

let loaded: unknown[] = [];
globalThis.rampaSearch = (content) => {
  loaded = content as unknown[];
};

/** A missing file counts as empty. The `load` event follows directly after the script's run. */
function load(name: string): Promise<unknown[]> {
  const known =
    loads.get(name) ??
    new Promise<unknown[]>((resolve) => {
      const src = new URL(`${name}.js`, here).href;
      const events = { onload: () => resolve(loaded), onerror: () => resolve([]) };
      document.head.append(Object.assign(document.createElement('script'), { src, ...events }));
    });
  loads.set(name, known);
  return known;
}

async function textsWith(term: Term): Promise<Set<number>> {
  const found = new Set<number>();
  const files = await load('files');
  for (const token of term) {
    const sought = ` ${token} `.replace('* ', '');
    const shelf = shelfOf(token.replace('*', ''));
    const postings = files.includes(shelf) ? ((await load(shelf)) as Posting[]) : [];
    for (const [text, words] of postings) if (` ${words} `.includes(sought)) found.add(text);
  }
  return found;
}

const find: Find = async (terms, limit, bodyWeight) => {
  const [first = new Set<number>(), ...others] = await Promise.all(terms.map(textsWith));
  const whole = [...first].filter((text) => others.every((other) => other.has(text)));
  const newest = whole.sort((one, other) => other - one).slice(0, limit);
  return Promise.all(
    newest.map(async (id) => {
      const part = (await load(partOf(id))) as Found[];
      return { ...(part[id % IN_A_PART] as Found), key: String(id), id, bodyWeight };
    }),
  );
};

type Shown = Ranked & Found; // As `find` made it

async function search(q: string): Promise<Shown[]> {
  for await (const { asked, candidates } of readings(find, q))
    if (candidates.length > 0) return rank(candidates, asked) as Shown[];
  return [];
}

async function show(): Promise<void> {
  const q = (new URLSearchParams(location.search).get('q') ?? '').trim().slice(0, MAX_QUERY);
  const field = document.querySelector<HTMLInputElement>('main input[name=q]');
  const status = document.querySelector('main search + div');
  if (q === '' || !field || !status) return;
  field.value = q;
  const results = await search(q);
  status.textContent =
    results.length > 0
      ? `Нашлось: ${results.length}`
      : `По запросу «${q}» ничего не нашлось. Проверьте слова или напишите одно из них.`;
  status.setAttribute('role', 'status');
  const list = document.createElement('ol');
  list.style.cssText = 'list-style:none;padding:0;display:grid;gap:1.5rem';
  list.innerHTML = results.slice(0, PAGE_SIZE).map(itemOf).join('');
  status.after(list);
}

function itemOf({ url, title, text, date }: Shown): string {
  const href = escapeAttribute(new URL(`..${url.replace(/(?=#|$)/, '/index.html')}`, here).href);
  const day = date === null ? '' : `<time datetime="${date}">${formatDate(date)}</time>`;
  return `<li><h2 style="font-size:1.125rem"><a href="${href}">${escapeText(title)}</a></h2><p>${escapeText(text)}</p>${day}</li>`;
}

void show();
