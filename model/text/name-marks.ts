import { escapeText, unescapeMarkup } from './markup.ts';
/** Legally required marks beside the names of some persons and organisations. Each line of the setting: «Имя, имени, именем — отметка». */
export interface NameMark {
  forms: string[]; // As the editor writes them; the note shows the first
  mark: string;
}

const MAX_LINES = 200; // lines
const DASH = /\s[—–-]\s/;

/** Parses a setting without problems (`problemOfMarks`). */
export function readMarks(setting: string): NameMark[] {
  return linesOf(setting).flatMap(({ text }) => readLine(text) ?? []);
}

/** A sentence about the first invalid line; undefined if there is none. */
export function problemOfMarks(setting: string): string | undefined {
  const lines = linesOf(setting);
  if (lines.length > MAX_LINES) return `Отметки у имён: не больше ${MAX_LINES} строк.`;
  const wrong = lines.find(({ text }) => !readLine(text));
  if (!wrong) return undefined;
  return `Отметки у имён, строка ${wrong.number}: сначала имя и его формы через запятую, потом тире и отметка.`;
}

/** Marks the first occurrence of each name (whole words) and returns the notes. `html`: output of `displayBody`. */
export function markNames(html: string, marks: readonly NameMark[]): { html: string; notes: string[] } {
  const notes: string[] = [];
  const sought = marks.filter(({ forms }) => forms.some((form) => html.includes(firstWord(form))));
  if (sought.length === 0) return { html, notes };
  const owners = new Map(sought.flatMap((mark) => mark.forms.map((form) => [spell(form), mark] as const)));
  const pattern = patternOf([...owners.keys()]);
  const seen = new Set<NameMark>();
  let inCode = 0;
  const marked = html.replace(/<(\/?)(\w+)[^>]*>|[^<]+/g, (piece, slash?: string, tag?: string) => {
    if (tag !== undefined) {
      if (tag === 'pre' || tag === 'code') inCode += slash ? -1 : 1;
      return piece;
    }
    if (inCode > 0) return piece;
    return piece.replace(pattern, (found) => {
      const owner = owners.get(spell(unescapeMarkup(found)));
      if (!owner || seen.has(owner)) return found;
      seen.add(owner);
      const sign = '*'.repeat(seen.size);
      notes.push(`${sign} ${owner.forms[0]} — ${owner.mark}`);
      return `${found}<sup>${sign}</sup>`;
    });
  });
  return { html: marked, notes };
}

/** `markNames` for a text with a separate plain title: names only in the title get notes too. */
export function markUnder(title: string, html: string, marks: readonly NameMark[]): { html: string; notes: string[] } {
  const { html: marked, notes } = markNames(html + BETWEEN + escapeText(title), marks);
  return { html: marked.slice(0, marked.lastIndexOf(BETWEEN)), notes };
}

/** `markUnder` for plain text: appends the notes. */
export function markPlainUnder(title: string, text: string, marks: readonly NameMark[]): string {
  const { html, notes } = markUnder(title, escapeText(text), marks);
  return notes.length === 0 ? text : [unescapeMarkup(html.replace(/<\/?sup>/g, '')), ...notes].join(' ');
}

/** `markNames` for plain texts, with inline marks, and the HTML below them. */
export function markTexts(texts: readonly string[], marks: readonly NameMark[], html = '') {
  const marked = markNames([...texts.map(escapeText), html].join(BETWEEN), marks);
  const parts = marked.html.split(BETWEEN);
  return {
    texts: parts.slice(0, texts.length).map((part) => unescapeMarkup(part.replace(/<\/?sup>/g, ''))),
    html: parts.slice(texts.length).join(BETWEEN),
    notes: marked.notes,
  };
}

const BETWEEN = '<hr>';

function linesOf(setting: string): { text: string; number: number }[] {
  return setting
    .split('\n')
    .map((line, at) => ({ text: line.trim(), number: at + 1 }))
    .filter(({ text }) => text !== '');
}

function readLine(line: string): NameMark | undefined {
  const at = line.search(DASH);
  if (at < 0) return undefined;
  const mark = line.slice(at + 3).trimStart();
  const forms = line
    .slice(0, at)
    .split(',')
    .map((form) => form.trim())
    .filter((form) => /\p{L}/u.test(form));
  return forms.length > 0 ? { forms, mark } : undefined;
}

/** The longest first: «Анна Иванова» before «Анна». A hyphen belongs to the word. */
function patternOf(forms: string[]): RegExp {
  const sources = forms
    .toSorted((one, other) => other.length - one.length)
    .map((form) =>
      RegExp.escape(escapeText(form))
        .replace(/(?:\\x20| )+/g, '(?:\\s|&nbsp;)+')
        .replace(/е/g, '[её]')
        .replace(/Е/g, '[ЕЁ]'),
    );
  return new RegExp(`(?<![\\p{L}\\p{N}_\\u2011-])(?:${sources.join('|')})(?![\\p{L}\\p{N}_\\u2011-])`, 'gu');
}

function spell(form: string): string {
  return form.replaceAll('ё', 'е').replaceAll('Ё', 'Е').replace(/\s+/g, ' ');
}

function firstWord(form: string): string {
  return escapeText(/[^\sёЁеЕ]+/.exec(form)?.[0] ?? '');
}
