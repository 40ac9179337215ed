import { type Kysely, sql } from 'kysely';

const ROWS_AT_ONCE = 500;

interface Row {
  key: number | string;
  text: string;
  search: string;
}

/** Titles and descriptions of pictures are found whatever their form of Unicode is, with ё as е. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await rewrite(db, { table: 'articles', key: 'id', text: 'title', search: 'title_search', first: 0 });
  await rewrite(db, { table: 'images', key: 'name', text: 'alt', search: 'alt_search', first: '' });
}

async function rewrite(
  db: Kysely<unknown>,
  names: Record<'table' | 'key' | 'text' | 'search', string> & { first: Row['key'] },
) {
  const table = sql.table(names.table);
  const [key, text, search] = [sql.ref(names.key), sql.ref(names.text), sql.ref(names.search)];
  for (let last = names.first; ; ) {
    const { rows } = await sql<Row>`select ${key} as key, ${text} as text, ${search} as search from ${table}
      where ${key} > ${last} order by ${key} limit ${ROWS_AT_ONCE}`.execute(db);
    for (const row of rows) {
      const form = row.text.normalize('NFC').toLowerCase().replaceAll('ё', 'е');
      if (form !== row.search) await sql`update ${table} set ${search} = ${form} where ${key} = ${row.key}`.execute(db);
    }
    const end = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE || !end) return;
    last = end.key;
  }
}
