import type { Db } from '../../db/tables.ts';
import { refusal } from '../programme/presses.ts';
import { readHeld } from './held.ts';

interface Show {
  id: number;
  title: string;
}

/** 409 while the results of `show` are armed: a contestant who comes back comes without points. After `lockProgramme`. */
export async function assertMayLeave(tx: Db, show: Show): Promise<void> {
  const state = await armedState(tx, show);
  if (state === undefined) return;
  const advice =
    state === 'armed'
      ? 'Снимите участника с конкурса или сначала снимите подготовку в «Итогах».'
      : 'Участника можно снять с конкурса.';
  throw refusal(`${wordsOf(show, state)}: его участников нельзя ни удалить, ни убрать. ${advice}`);
}

/** 409 while the results of `show` are armed: a show that comes back comes without points. After `lockProgramme`. */
export async function assertNotArmed(tx: Db, show: Show): Promise<void> {
  const state = await armedState(tx, show);
  if (state === undefined) return;
  const advice =
    state === 'armed'
      ? 'Сначала снимите подготовку в «Итогах».'
      : 'Чтобы убрать концерт с сайта, выключите у него «Показывать на сайте».';
  throw refusal(`${wordsOf(show, state)}: удалить его нельзя. ${advice}`);
}

/** Whatever is revealed is armed, too: disarming is refused then. */
async function armedState(tx: Db, { id }: Show): Promise<'armed' | 'revealed' | undefined> {
  const row = await tx.selectFrom('results').select('armed_at').where('show_id', '=', id).executeTakeFirst();
  if (!row?.armed_at) return undefined;
  return (await readHeld(tx)).held.has(id) ? 'revealed' : 'armed';
}

function wordsOf({ title }: Show, state: 'armed' | 'revealed'): string {
  return `Итоги концерта «${title}» ${state === 'armed' ? 'подготовлены к показу' : 'уже открыты'}`;
}
