import type { Db } from '../../db/tables.ts';
import { readLog } from '../live/log.ts';
import { refusal } from '../live/press.ts';
import { type Performer, performersOf } from '../programme/show-row.ts';

/** Refused action, and advice. */
const REFUSALS = {
  show: {
    refused: 'удалить его нельзя',
    locked: 'Сначала снимите подготовку в «Итогах».',
    revealed: 'Чтобы убрать концерт с сайта, выключите у него «Показывать на сайте».',
  },
  contestant: {
    refused: 'его участников нельзя ни удалить, ни убрать',
    locked: 'Снимите участника с конкурса или сначала снимите подготовку в «Итогах».',
    revealed: 'Участника можно снять с конкурса.',
  },
};

/** 409 while the results of a show are locked: deletion of `subject` loses its points. Needs `lockProgramme`. */
export async function assertNotLocked(
  tx: Db,
  { id, title }: { id: number; title: string },
  subject: keyof typeof REFUSALS,
): Promise<void> {
  const row = await tx.selectFrom('results').select('armed_at').where('show_id', '=', id).executeTakeFirst();
  if (!row?.armed_at) return;
  const { refused, locked, revealed } = REFUSALS[subject];
  const [state, advice] = (await readLog(tx)).steps.has(id)
    ? ['уже открыты', revealed]
    : ['подготовлены к показу', locked];
  throw refusal(`Итоги концерта «${title}» ${state}: ${refused}. ${advice}`);
}

/** In the running order, without the withdrawn. `locked`: JSON of those who performed when the results were locked. */
export async function scoredPerformers(db: Db, show: number, locked: string | null = null): Promise<Performer[]> {
  const all = locked === null ? await performersOf(db, show) : (JSON.parse(locked) as Performer[]);
  return all.filter(({ is_withdrawn }) => is_withdrawn === 0);
}

/** Locked results follow the name of a contestant, and whether he is withdrawn. */
export async function followContestant(tx: Db, contestant: Performer): Promise<void> {
  const { id, slug, name, song, region, is_withdrawn } = contestant;
  const locked = tx.selectFrom('results').select(['show_id', 'performers']).where('performers', 'is not', null);
  for (const { show_id, performers } of await locked.execute()) {
    const before = JSON.parse(performers ?? '') as Performer[];
    const after = before.map((each) => (each.id === id ? { id, slug, name, song, region, is_withdrawn } : each));
    const columns = { performers: JSON.stringify(after) };
    await tx.updateTable('results').set(columns).where('show_id', '=', show_id).execute();
  }
}
