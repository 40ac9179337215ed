import { Text } from '@mantine/core';
import list from '../../../ui/admin/sortable/sortable-list.module.css';
import { ContestantActions } from './contestant-actions.tsx';
import { ContestantFacts } from './contestant-facts.tsx';
import type { ProgrammeState } from './use-programme.ts';

/** Who performs nowhere, and so is not on the site. */
export function Others({ programme }: { programme: ProgrammeState }) {
  return (
    <>
      <Text c="dimmed">Этих участников нет ни в одном концерте, поэтому на сайте их не видно.</Text>
      <ul className={list.list}>
        {programme.others.map((contestant) => (
          <li key={contestant.id} className={list.row}>
            <span />
            <ContestantFacts contestant={contestant} />
            <div className={list.actions}>
              <ContestantActions contestant={contestant} programme={programme} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
