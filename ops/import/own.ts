import type { Db } from '../../db/tables.ts';
import { ModelError } from '../../errors.ts';
import { createGroup } from '../../model/articles/groups/groups.ts';
import type { ArticleRow } from '../../model/articles/row.ts';
import { rememberFormer } from '../../model/articles/slugs.ts';
import { changeImage } from '../../model/images/library.ts';
import { importRedirects } from '../../model/redirects/import.ts';
import type { Store } from '../../model/store.ts';
import { bringEdition, bringPartners, bringProgramme, type Programme } from './editions.ts';
import { type Item, type Lost, NOWHERE } from './items.ts';
import type { Media } from './media.ts';
import type { OwnExport } from './sources/export.ts';

/** The whole library of an own export, also what no text shows. */
export async function bringUploads(store: Store, { uploads }: OwnExport, media: Media, by: string): Promise<Lost[]> {
  const losses: Lost[] = [];
  for await (const { name, kind, title, alt = '', credit = '', focus = { x: 50, y: 50 } } of uploads()) {
    const url = await media.bring(new URL(`${NOWHERE}/uploads/${name}`), kind, title);
    if (!url) losses.push({ item: title || name, what: 'файл: его нет в выгрузке', count: 1 });
    else if (kind === 'image')
      await changeImage(store, url.replace('/uploads/', ''), { title, alt, credit, focus }, by);
  }
  return losses;
}

/** Adds missing redirects, partners, contestants, shows and editions. An invalid one becomes a loss; the rest are added. */
export async function bringFestival(store: Store, own: OwnExport, by: string, origin: string): Promise<Lost[]> {
  const losses: Lost[] = [];
  const attempt = async (item: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      const isForeseen = (error instanceof ModelError && error.status < 500) || (error as Error).name === 'ZodError';
      if (!isForeseen) throw error;
      losses.push({ item, what: `не перенесено: ${(error as Error).message}`, count: 1 });
    }
  };
  const redirects = (await Array.fromAsync(own.lines('redirects'))) as { source: string; target: string }[];
  const csv = redirects.map(({ source, target }) => `${source};${target}`).join('\n');
  if (csv) await attempt('переадресация', () => importRedirects(store, { csv, dryRun: false }, by, origin));
  const bringing = { store, by, attempt };
  // An export of an earlier version has none. The current one first: it takes over that of an empty site.
  const editions = (await Array.fromAsync(own.lines('editions'))) as Parameters<typeof bringEdition>[1][];
  for (const edition of editions.filter(({ is_current }) => is_current)) await bringEdition(bringing, edition);
  await bringPartners(bringing, own.lines('partners'));
  await bringProgramme(bringing, (await own.programme()) as Programme);
  for (const edition of editions.filter(({ is_current }) => !is_current)) await bringEdition(bringing, edition);
  return losses;
}

/** What saving does not take: the day beside «follows», the pin, the place among pages, former slugs. */
export async function keepOwn(tx: Db, row: ArticleRow, own: NonNullable<Item['own']>): Promise<void> {
  const { formerSlugs, pinned, order, date, dateFollows } = own;
  const isPinned = pinned && !(await tx.selectFrom('articles').select('id').where('pinned', '=', 1).executeTakeFirst());
  const columns = { date, date_follows: dateFollows ? 1 : 0, ...(isPinned && { pinned: 1 }) };
  await tx
    .updateTable('articles')
    .set({ ...columns, ...(order !== undefined && { position: order }) })
    .where('id', '=', row.id)
    .execute();
  for (const slug of formerSlugs) await rememberFormer(tx, { kind: row.kind, slug }, row.id);
}

/** The number of the group of this name, which is made when there is none. */
export async function groupNamed(store: Store, name: string, by: string): Promise<number> {
  const found = await store.db.selectFrom('groups').select('id').where('name', '=', name).executeTakeFirst();
  return found?.id ?? (await createGroup(store, { name }, by)).id;
}
