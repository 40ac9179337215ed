import { z } from 'zod';
import type { Db } from '../../../db/tables.ts';
import { isKind } from '../visibility.ts';

export const plannedSchema = z.object({
  slug: z.string(),
  title: z.string(),
  at: z.string().describe('ISO 8601, UTC'),
  what: z.enum(['appears', 'ends']),
});

export type Planned = z.output<typeof plannedSchema>;

const DAYS = 7;
const DAY = 24 * 3600 * 1000;

/** What appears and what ends by the clock within the next seven days, in the order of time. */
export async function listPlan(db: Db): Promise<Planned[]> {
  const now = new Date();
  // One day more: the last day is whole in every time zone.
  const end = new Date(now.getTime() + (DAYS + 1) * DAY).toISOString();
  const within = (column: 'publish_at' | 'expires_at') =>
    db
      .selectFrom('articles')
      .select(['slug', 'title', `${column} as at`])
      .where(isKind('article'))
      .where('deleted_at', 'is', null)
      .where('publish_at', 'is not', null)
      .where(column, '>', now.toISOString())
      .where(column, '<', end)
      .orderBy(column)
      .execute();
  const [appearing, ending] = await Promise.all([within('publish_at'), within('expires_at')]);
  return [
    ...appearing.map((row) => ({ ...row, at: row.at ?? end, what: 'appears' as const })),
    ...ending.map((row) => ({ ...row, at: row.at ?? end, what: 'ends' as const })),
  ].sort((one, other) => (one.at < other.at ? -1 : 1));
}
