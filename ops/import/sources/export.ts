import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { eachText } from '../../../model/articles/fields.ts';
import { PAGE_PLACES } from '../../../model/articles/kinds.ts';
import { articleStatuses } from '../../../model/articles/schema.ts';
import { ImportError } from '../../errors.ts';
import { type Item, NO_ORIGIN, type Source } from '../items.ts';

const text = z.string().nullable().default(null);

const head = z.object({
  format: z.literal('rampa-export'),
  version: z.literal(1),
  site: z.object({ origin: text, title: z.string().default('') }),
});

const line = z.object({
  ...eachText(() => z.string().catch('')),
  ...{ status: z.enum(articleStatuses), publishAt: text, expiresAt: text, plannedAt: text },
  ...{ date: z.string(), tags: z.array(z.string()), place: z.enum(PAGE_PLACES).optional() },
  ...{ kind: z.enum(['news', 'page']), title: z.string(), slug: z.string(), content: z.string() },
  ...{ coverImageUrl: text, author: text, group: text, order: z.int().optional() },
  ...{ dateFollows: z.boolean(), pinned: z.boolean(), formerSlugs: z.array(z.string()) },
  oldAddresses: z.array(z.string()).default([]),
});

export type ExportedText = z.output<typeof line>;

/** An export by `rampa export`; docs/moving.md has the format. */
export interface OwnExport {
  lines: (name: 'pictures' | 'files' | 'redirects' | 'partners' | 'editions') => AsyncGenerator<unknown>;
  programme: () => Promise<unknown>;
}

/** A folder of `rampa export`. ImportError when it is damaged or of a later version. */
export async function openExport(folder: string): Promise<Source> {
  const known = head.safeParse(await readJson(path.join(folder, 'export.json')));
  if (!known.success) throw new ImportError('Эту выгрузку сделала другая версия rampa, или она повреждена.');
  const { origin, title } = known.data.site;
  return {
    kind: 'rampa',
    id: `rampa:${origin ?? title}`,
    origin: origin ?? NO_ORIGIN,
    async *items() {
      let number = 0;
      for await (const each of linesOf(path.join(folder, 'articles.jsonl'))) {
        number += 1;
        const read = line.safeParse(each);
        if (!read.success) throw new ImportError(`Выгрузка повреждена: articles.jsonl, строка ${number}.`);
        yield toItem(read.data, origin ?? NO_ORIGIN);
      }
    },
    read: async (address) => {
      const [, name] = /^\/uploads\/([\w.]+)$/.exec(new URL(address).pathname) ?? [];
      if (!name) return undefined;
      for (const kind of ['pictures', 'files'])
        try {
          return await readFile(path.join(folder, kind, name));
        } catch {}
      return undefined;
    },
    own: {
      lines: (name) => linesOf(path.join(folder, `${name}.jsonl`), !/pictures|files/.test(name)),
      programme: () => readJson(path.join(folder, 'programme.json')),
    },
  };
}

function toItem(each: ExportedText, origin: string): Item {
  const { kind, title, slug, content, coverImageUrl, author, oldAddresses, ...others } = each;
  const { formerSlugs, pinned, order, group, dateFollows, ...fields } = others;
  return {
    key: `${kind}:${slug}`,
    kind: kind === 'page' ? 'page' : 'article',
    title,
    slug,
    addresses: [`${kind === 'page' ? '' : '/news'}/${slug}`, ...oldAddresses].map((path) => origin + path),
    author: author ?? undefined,
    fields,
    losses: [],
    body: () => ({ html: content, cover: coverImageUrl ?? undefined }),
    own: { formerSlugs, pinned, order, group, date: fields.date, dateFollows },
  };
}

const PART = 1024 * 1024; // bytes read at once

/** `isOptional`: earlier versions did not write the file. Not `readline`, which also splits at U+2028 within a text. */
async function* linesOf(file: string, isOptional = false): AsyncGenerator<unknown> {
  if (isOptional && !existsSync(file)) return;
  let rest = '';
  for await (const part of createReadStream(file, { encoding: 'utf8', highWaterMark: PART })) {
    const lines = `${rest}${part}`.split('\n');
    rest = lines.pop() ?? '';
    for (const each of lines) if (each.trim()) yield parsed(each, file);
  }
  if (rest.trim()) yield parsed(rest, file);
}

async function readJson(file: string): Promise<unknown> {
  return parsed(await readFile(file, 'utf8'), file);
}

function parsed(json: string, file: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new ImportError(`Выгрузка повреждена: ${path.basename(file)} нельзя прочесть.`);
  }
}
