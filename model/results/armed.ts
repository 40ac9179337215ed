import type { Db } from '../../db/tables.ts';
import { refusal } from '../programme/presses.ts';
import { readHeld } from './held.ts';

interface Show {
  id: number;
  title: string;
}

type State = 'armed' | 'revealed';

/** Refused action, and advice by state. */
const REFUSALS: Record<'show' | 'contestant', Record<'refused' | State, string>> = {
  show: {
    refused: 'удалить его нельзя',
    armed: 'Сначала снимите подготовку в «Итогах».',
    revealed: 'Чтобы убрать концерт с сайта, выключите у него «Показывать на сайте».',
  },
  contestant: {
    refused: 'его участников нельзя ни удалить, ни убрать',
    armed: 'Снимите участника с конкурса или сначала снимите подготовку в «Итогах».',
    revealed: 'Участника можно снять с конкурса.',
  },
};

/** 409 while the results of `show` are armed: deletion of `subject` loses its points. Needs `lockProgramme`. */
export async function assertNotArmed(tx: Db, show: Show, subject: 'show' | 'contestant'): Promise<void> {
  const state = await armedState(tx, show);
  if (state === undefined) return;
  const words = REFUSALS[subject];
  throw refusal(`${wordsOf(show, state)}: ${words.refused}. ${words[state]}`);
}

/** Revealed results stay armed: disarming is refused. */
async function armedState(tx: Db, { id }: Show): Promise<State | undefined> {
  const row = await tx.selectFrom('results').select('armed_at').where('show_id', '=', id).executeTakeFirst();
  if (!row?.armed_at) return undefined;
  return (await readHeld(tx)).held.has(id) ? 'revealed' : 'armed';
}

function wordsOf({ title }: Show, state: State): string {
  return `Итоги концерта «${title}» ${state === 'armed' ? 'подготовлены к показу' : 'уже открыты'}`;
}
