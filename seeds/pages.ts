import { readdirSync, readFileSync } from 'node:fs';
import { createArticle } from '../model/articles/articles.ts';
import type { Sanitizer } from '../model/body/sanitizer.ts';
import { hasNoContent, NOTE } from '../model/first-run.ts';
import { newPageSchema } from '../model/pages/pages.ts';
import type { Store } from '../model/store.ts';

/** The bodies are trusted and already in stored form: the sanitizer's worker would keep 17 MB. */
const AS_THEY_ARE: Sanitizer = {
  sanitize: async (html) => ({ html, removed: [] }),
  sanitizeStoring: async (html) => ({ html, removed: [] }),
  close: async () => {},
};

/**
 * Documents of a festival as drafts, in the order of the footer; `[заполните: …]` marks what only the organiser knows. Not legal advice:
 * each says so on top. Purposes and data of `consent` are those of the cookie banner, which links it.
 */
export function readFirstPages() {
  return readTexts(new URL('./pages/', import.meta.url)).map(({ name, head, body }) => ({
    ...head,
    slug: name.slice(name.indexOf('-') + 1),
    content: NOTE + body.replaceAll('\n', ''),
  }));
}

/** Adds drafts of a festival's usual pages to a new site; `by` is their author in the audit log. */
export async function addFirstPages(store: Store, by: string): Promise<void> {
  if (!(await hasNoContent(store.db))) return;
  for (const page of readFirstPages()) {
    const input = newPageSchema.parse({ ...page, status: 'draft' });
    await createArticle({ ...store, sanitizer: AS_THEY_ARE }, input, { username: by, role: 'administrator' }, 'page');
  }
}

interface Text {
  /** File name without its extension. */
  name: string;
  head: Record<string, string>;
  body: string;
}

/** Reads a folder's files, sorted by name: `key: value` lines, a blank line, the text. */
export function readTexts(folder: URL): Text[] {
  const files = readdirSync(folder).toSorted();
  return files.map((file) => {
    const [head = '', ...parts] = readFileSync(new URL(file, folder), 'utf8').split('\n\n');
    const lines = head.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    });
    return { name: file.slice(0, file.lastIndexOf('.')), head: Object.fromEntries(lines), body: parts.join('\n\n') };
  });
}
