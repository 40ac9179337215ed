import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { filledLine, line, rowId } from '../fields.ts';
import { readLog } from '../live/log.ts';
import { listPages } from '../pages/pages.ts';
import { listPartners } from '../partners.ts';
import { readProgramme } from '../programme/programme.ts';
import { readStage, stageAt } from '../programme/stage.ts';
import { type Section, stepsOf } from '../results/scores.ts';
import { readSiteText } from '../settings/site-text.ts';
import { siteTextDefaults } from '../settings/site-text-defaults.ts';
import { isVotingOpen, readVoteSettings } from '../settings/vote.ts';
import { readWatchSettings } from '../settings/watch/watch.ts';
import { currentEdition, ofEdition, seenEdition } from './current.ts';
import { toEdition } from './editions.ts';
import { editionSchema, newEditionSchema } from './schema.ts';

const UNDO_WINDOW = 24 * 3_600_000; // ms

const ids = (name: string) => z.array(rowId(`${name}: нужен список номеров.`), `${name}: нужен список номеров.`);

export const startInputSchema = z.object({
  title: filledLine('Название', 100),
  year: newEditionSchema.shape.year,
  slug: newEditionSchema.shape.slug,
  partners: ids('Партнёры').describe('Ids of partners copied to the new edition'),
  pages: ids('Страницы').describe('Ids of public and scheduled pages that stay; the others become drafts'),
  texts: z
    .array(line('Тексты', 100), 'Тексты: нужен список ключей.')
    .describe('Keys of changed site texts that stay; the others get their default'),
  current_edition: seenEdition,
});

const named = z.object({ id: z.number().int(), title: z.string() });

export const startSchema = z.object({
  blockers: z
    .array(z.object({ text: z.string(), link: z.string() }))
    .describe('Blockers: a Russian sentence and the panel’s screen that resolves it'),
  current: editionSchema,
  shows: z.number().int(),
  contestants: z.number().int(),
  unrevealed: z.array(z.string()).describe('Titles of shows whose points were never revealed: they stay hidden'),
  partners: z.array(named),
  pages: z.array(named),
  texts: z.array(z.object({ key: z.string(), text: z.string() })).describe('Texts that differ from their default'),
  former: z
    .object({ title: z.string(), until: z.string().describe('ISO 8601, UTC') })
    .nullable()
    .describe('Edition that can be made current again'),
});

/** Preview of a start: what it would do now. */
export async function readStart(db: Db): Promise<z.output<typeof startSchema>> {
  const current = toEdition(await currentEdition(db));
  const [blockers, { shows, contestants }, partners, pages, { value: texts }, boards, start] = await Promise.all([
    blockersOf(db),
    readProgramme(db),
    listPartners(db),
    listPages(db),
    readSiteText(db),
    readBoards(db),
    lastStart(db),
  ]);
  return {
    ...{ blockers, current, shows: shows.length, contestants: contestants.length },
    unrevealed: boards.filter(({ revealed }) => revealed === 0).map(({ title }) => title),
    partners: partners.map(({ id, name: title }) => ({ id, title })),
    pages: pages.filter(({ status }) => status !== 'draft').map(({ id, title }) => ({ id, title })),
    texts: Object.entries(texts)
      .filter(([key, text]) => text !== (siteTextDefaults as Record<string, string>)[key])
      .map(([key, text]) => ({ key, text })),
    former: start && { title: start.title, until: start.until },
  };
}

/** Blockers of a start as Russian sentences, each with the panel's screen that removes it. */
export async function blockersOf(db: Db): Promise<{ text: string; link: string }[]> {
  const now = Date.now();
  const [stage, watch, vote, boards] = await Promise.all([
    readStage(db),
    readWatchSettings(db, now),
    readVoteSettings(db, now),
    readBoards(db),
  ]);
  const { state, show } = stageAt(stage, now);
  return [
    ...(state === 'performance' || state === 'break'
      ? [{ text: `Идёт концерт «${show?.title}». Нажмите на пульте «Конец шоу».`, link: '/admin/live' }]
      : []),
    ...(watch.value.is_stream_enabled
      ? [{ text: 'Идёт трансляция. Выключите её в разделе «Трансляция».', link: '/admin/watch-settings' }]
      : []),
    ...(isVotingOpen(vote.value)
      ? [{ text: 'Идёт голосование. Закройте его в разделе «Голосование».', link: '/admin/voting' }]
      : []),
    ...boards
      .filter(({ isLocked, revealed, steps }) => isLocked && revealed < steps)
      .map(({ id, title }) => ({
        text: `Показ итогов «${title}» не закончен. Откройте его до конца или снимите подготовку в «Итогах».`,
        link: `/admin/results?show=${id}`,
      })),
  ];
}

/** The start that can still be undone. */
export async function lastStart(db: Db) {
  const row = await db
    .selectFrom('edition_starts')
    .innerJoin('editions as former', 'former.id', 'former_id')
    .innerJoin('editions as now', 'now.id', 'edition_id')
    .selectAll('edition_starts')
    .select('former.title')
    .where('now.is_current', '=', 1)
    .orderBy('edition_starts.id', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  const until = Date.parse(row.started_at) + UNDO_WINDOW;
  return Date.now() < until ? { ...row, until: new Date(until).toISOString() } : null;
}

async function readBoards(db: Db) {
  const { steps } = await readLog(db);
  const rows = await db
    .selectFrom('results')
    .innerJoin('shows', 'shows.id', 'show_id')
    .select(['show_id', 'title', 'sections', 'armed_at'])
    .where(ofEdition())
    .orderBy('starts_at')
    .execute();
  return rows.map(({ show_id, title, sections, armed_at }) => ({
    id: show_id,
    title,
    isLocked: armed_at !== null,
    steps: stepsOf(JSON.parse(sections) as Section[]).length,
    revealed: steps.get(show_id)?.length ?? 0,
  }));
}
