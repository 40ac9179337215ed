import {
  type Asked,
  corrected,
  inOtherLayout,
  MAX_QUERY,
  ownTerm,
  readQuery,
  spacedOtherwise,
  withBeginnings,
} from '../../../model/search/query.ts';
import { type Candidate, type Ranked, rank } from '../../../model/search/ranking.ts';
import { formatDate } from '../../../model/text/date.ts';
import { type Found, IN_A_PART, shelfOf } from './shelves.ts';

// The search of a static site: a script without a server, which may only load further scripts.

declare global {
  var rampaSearch: (loaded: unknown) => void;
}

type Posting = [text: number, words: string];

const MAX_COMPARED = 500; // newest texts that are compared
const PAGE_SIZE = 50;
const here = (document.currentScript as HTMLScriptElement).src;
const loads = new Map<string, Promise<unknown[]>>();

/** A missing file holds nothing. Loaded in turn, so that each answer is known by its place. */
function load(name: string): Promise<unknown[]> {
  const known =
    loads.get(name) ??
    new Promise<unknown[]>((resolve) => {
      const script = document.createElement('script');
      let content: unknown[] = [];
      script.addEventListener('load', () => resolve(content));
      script.addEventListener('error', () => resolve([]));
      script.src = new URL(`${name}.js`, here).href;
      takers.set(script.src, (loaded) => {
        content = loaded;
      });
      document.head.append(script);
    });
  loads.set(name, known);
  return known;
}

const takers = new Map<string, (loaded: unknown[]) => void>();
globalThis.rampaSearch = (loaded) => {
  takers.get((document.currentScript as HTMLScriptElement).src)?.(loaded as unknown[]);
};

/** Texts that have a word, each with whether it has the word itself rather than a relative. */
async function textsWith(asked: Asked): Promise<Map<number, boolean>> {
  const own = new Set(ownTerm(asked));
  const found = new Map<number, boolean>();
  const shelves = await load('words');
  for (const token of asked.weights.keys()) {
    const isBeginning = token.endsWith('*');
    const plain = token.replace('*', '');
    const shelf = shelfOf(plain);
    const postings = shelves.includes(shelf) ? ((await load(`words-${shelf}`)) as Posting[]) : [];
    for (const [text, words] of postings) {
      const all = ` ${words} `;
      if (all.includes(isBeginning ? ` ${plain}` : ` ${plain} `))
        found.set(text, (found.get(text) ?? false) || own.has(token));
    }
  }
  return found;
}

async function candidates(asked: Asked[]): Promise<(Candidate & { found: Found })[]> {
  const [first, ...others] = await Promise.all(asked.map(textsWith));
  const whole = [...(first ?? new Map<number, boolean>())].filter(([text]) => others.every((other) => other.has(text)));
  const newest = whole.sort(([one], [other]) => other - one).slice(0, MAX_COMPARED);
  return Promise.all(
    newest.map(async ([text]) => {
      const part = (await load(`part-${Math.floor(text / IN_A_PART)}`)) as Found[];
      const found = part[text % IN_A_PART] as Found;
      const isOwn = [first, ...others].every((words) => words?.get(text));
      return { ...found, found, key: String(text), id: text, inText: isOwn ? 1 : 0.5 };
    }),
  );
}

/** Searches like the site: as typed, by prefixes, in the other keyboard layout, with a letter corrected, with other spaces. */
async function search(q: string): Promise<Ranked[]> {
  const asked = readQuery(q);
  const other = inOtherLayout(q);
  const mend = async (each: Asked) => ((await textsWith(each)).size > 0 ? each : (corrected(each) ?? each));
  const readings = [
    async () => asked,
    async () => asked.map(withBeginnings),
    async () => (other === undefined ? [] : readQuery(other)),
    async () => Promise.all(asked.map(mend)),
    ...spacedOtherwise(asked).map((spaced) => async () => spaced),
  ];
  for (const read of readings) {
    const reading = await read();
    const found = await candidates(reading);
    if (found.length > 0) return rank(found, reading);
  }
  return [];
}

async function show(): Promise<void> {
  const q = (new URLSearchParams(location.search).get('q') ?? '').trim().slice(0, MAX_QUERY);
  const field = document.querySelector<HTMLInputElement>('main input[name=q]');
  const said = document.querySelector('main search + div');
  if (q === '' || !field || !said) return;
  field.value = q;
  const results = (await search(q)) as (Ranked & { found: Found })[];
  said.textContent =
    results.length > 0
      ? `Нашлось: ${results.length}`
      : `По запросу «${q}» ничего не нашлось. Проверьте слова или напишите одно из них.`;
  said.setAttribute('role', 'status');
  const list = document.createElement('ol');
  list.style.cssText = 'list-style:none;padding:0;display:grid;gap:1.5rem';
  list.append(...results.slice(0, PAGE_SIZE).map(({ found }) => itemOf(found)));
  said.after(list);
}

function itemOf({ url, title, text, date }: Found): HTMLElement {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), {
    href: new URL(`..${url.replace(/(?=#|$)/, '/index.html')}`, here).href,
    textContent: title,
  });
  const heading = document.createElement('h2');
  heading.style.fontSize = '1.125rem';
  heading.append(link);
  const beginning = Object.assign(document.createElement('p'), { textContent: text });
  item.append(heading, beginning);
  if (date !== null)
    item.append(Object.assign(document.createElement('time'), { dateTime: date, textContent: formatDate(date) }));
  return item;
}

void show();
