import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { invalid, ModelError } from '../../errors.ts';
import { record } from '../audit-log.ts';
import type { Store } from '../store.ts';
import { parseTable, type TableRow } from '../text/table.ts';
import { problemOf, type Rules, readSource, readTarget, redirectChain } from './addresses.ts';
import { lockRules, MAX_REDIRECTS, readRules, tooManyRedirects } from './redirects.ts';

const MAX_CSV = 2 * 1024 * 1024; // characters

const TOO_LONG = 'Таблица слишком большая: разделите её на части.';

export const importSchema = z.object({
  csv: z
    .string('Таблица: нужны строки с адресами.')
    .max(MAX_CSV, TOO_LONG)
    .describe('Old and new address in each line, separated by `;`, `,` or tabs; the first line may be a heading'),
  dryRun: z.boolean('Только показать: нужно да или нет.').default(false).describe('Stores nothing'),
});

export const importLineSchema = z.object({
  line: z.number().int().describe('Line number'),
  source: z.string(),
  target: z.string(),
  outcome: z.enum(['new', 'changed', 'same', 'wrong']).describe('Invalid lines are skipped'),
  before: z.string().nullable().describe('For a changed redirect: its former target'),
  message: z.string().nullable().describe('Reason of a refusal'),
});

export type ImportLine = z.output<typeof importLineSchema>;

/** Outcome of an import for each line. One transaction stores all; `dryRun` changes nothing. 400, 409 over 5,000 redirects. */
export async function importRedirects(
  store: Store,
  { csv, dryRun }: z.output<typeof importSchema>,
  by: string,
  origin: string,
): Promise<ImportLine[]> {
  const rows = readRows(csv);
  if (dryRun) return plan(rows, await readRules(store.db), origin);
  const save = async (tx: Db) => {
    const lines = plan(rows, await lockRules(tx), origin);
    const { new: added = [], changed = [] } = Object.groupBy(lines, ({ outcome }) => outcome);
    const isChanged = added.length + changed.length > 0;
    if (!isChanged) return { lines, isChanged };
    await storeLines(tx, [...added, ...changed]);
    const title = `новых ${added.length}, изменённых ${changed.length}`;
    await record(tx, { who: by, action: 'redirect.import', subject: '', title });
    return { lines, isChanged };
  };
  return (await write(store, save, ({ isChanged }) => (isChanged ? { topic: 'site-content' } : undefined))).lines;
}

function readRows(csv: string): TableRow[] {
  if (csv.includes('\ufffd'))
    throw invalid(
      'csv',
      'Таблица сохранена не в UTF-8 (похоже на Windows-1251). В Excel выберите «Сохранить как» → «CSV UTF-8».',
    );
  const rows = parseTable(csv).filter(({ cells }) => cells.some(Boolean));
  if (rows[0] && !rows[0].cells.some((cell) => /^(?:\/|https?:)/i.test(cell))) rows.shift();
  if (rows.length === 0) throw invalid('csv', 'В таблице нет ни одной строки с адресами.');
  if (rows.length > MAX_REDIRECTS) throw invalid('csv', TOO_LONG);
  return rows;
}

function plan(rows: TableRow[], known: Rules, origin: string): ImportLine[] {
  const rules = new Map(known);
  const owners = new Map<string, ImportLine>();
  const lines = rows.map((row) => {
    const line = readLine(row, origin);
    if (line.outcome === 'wrong') return line;
    const twin = owners.get(line.source);
    if (twin)
      return { ...line, outcome: 'wrong' as const, message: `Этот старый адрес уже есть в строке ${twin.line}.` };
    owners.set(line.source, line);
    const before = known.get(line.source) ?? null;
    rules.set(line.source, line.target);
    if (before === line.target) line.outcome = 'same';
    else if (before !== null) Object.assign(line, { outcome: 'changed', before });
    return line;
  });
  while (dropBadChains(rules, known, owners));
  if (rules.size > MAX_REDIRECTS) throw tooManyRedirects();
  return lines;
}

/** Removes lines from `rules` that close a loop or make a chain too long; returns whether any were. */
function dropBadChains(rules: Map<string, string>, known: Rules, owners: Map<string, ImportLine>): boolean {
  let isChanged = false;
  for (const source of [...rules.keys()]) {
    const way = redirectChain(rules, source);
    const message = problemOf(way);
    if (!message) continue;
    for (const address of way) {
      const line = owners.get(address) ?? owners.get(address.replace(/[?#].*/s, ''));
      if (!line || !['new', 'changed'].includes(line.outcome)) continue;
      const before = known.get(line.source);
      if (before === undefined) rules.delete(line.source);
      else rules.set(line.source, before);
      Object.assign(line, { outcome: 'wrong', before: null, message });
      isChanged = true;
    }
  }
  return isChanged;
}

function readLine({ line, cells }: TableRow, origin: string): ImportLine {
  const [source = '', target = '', ...others] = cells;
  const read: ImportLine = { line, source, target, outcome: 'new', before: null, message: null };
  try {
    if (others.some(Boolean)) throw invalid('csv', 'Нужны две колонки: старый адрес и новый.');
    return { ...read, source: readSource(source), target: readTarget(target, origin) };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { ...read, outcome: 'wrong', message: error.message };
  }
}

/** In one statement: at most MAX_REDIRECTS rows of three values, below the limits of both databases. */
async function storeLines(tx: Db, lines: ImportLine[]): Promise<void> {
  const values = lines.map(({ source, target }) => ({ source, target, version: 1 }));
  const insert = tx.insertInto('redirects').values(values);
  const kept = insert.onConflict((on) =>
    on.column('source').doUpdateSet((eb) => ({
      ...{ target: eb.ref('excluded.target'), version: eb('redirects.version', '+', 1) },
    })),
  );
  await kept.execute();
}
