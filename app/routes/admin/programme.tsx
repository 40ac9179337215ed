import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Show } from '../../../model/programme/show-row.ts';
import { Icon } from '../../ui/admin/icon.tsx';
import { Empty, LoadState } from '../../ui/admin/loading/states.tsx';
import { panelHead, Screen, Views } from '../../ui/admin/screen.tsx';
import list from '../../ui/admin/sortable/sortable-list.module.css';
import { ContestantActions, ContestantFacts } from './programme/contestant-row.tsx';
import { ShowForm } from './programme/show-dialogs.tsx';
import { ShowView } from './programme/show-view.tsx';
import { type ProgrammeState, useProgramme } from './programme/use-programme.ts';

const OTHERS = 'others'; // In `show`: contestants who perform nowhere

export const meta = () => panelHead('Программа');

export default function Programme() {
  const programme = useProgramme();
  const { shows, others, problem, reload, edition } = programme;
  const of = edition === null ? '' : `edition=${encodeURIComponent(edition)}&`;
  const [search, setSearch] = useSearchParams();
  const [edited, setEdited] = useState<Show | 'new'>();
  const chosen = search.get('show');
  const isOthers = chosen === OTHERS && others.length > 0;
  const show = shows?.find(({ id }) => String(id) === chosen) ?? shows?.at(-1);
  const close = (saved?: Show) => {
    setEdited(undefined);
    if (saved) setSearch(`${of}show=${saved.id}`, { replace: true, preventScrollReset: true });
  };
  return (
    <Screen
      title={edition === null ? 'Программа' : `Программа: ${edition}`}
      query={search.size > 0 ? `?${search}` : ''}
      actions={
        <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
          Добавить концерт
        </Button>
      }
    >
      <LoadState data={shows} problem={problem} reload={reload} rows={4} />
      {shows?.length === 0 && (
        <Empty title="Программы пока нет">
          <p>
            Добавьте концерт: название, зал и время начала. Потом добавьте в него участников. До первого концерта
            страницы «Программа» на сайте нет.
          </p>
          <Button variant="default" onClick={() => setEdited('new')}>
            Добавить первый концерт
          </Button>
        </Empty>
      )}
      {shows && shows.length + Math.min(others.length, 1) > 1 && (
        <Views
          label="Какой концерт показать"
          views={[
            ...shows.map(({ id, title }) => ({
              to: `?${of}show=${id}`,
              text: title,
              isShown: !isOthers && id === show?.id,
            })),
            ...(others.length > 0 ? [{ to: `?${of}show=${OTHERS}`, text: 'Без концерта', isShown: isOthers }] : []),
          ]}
        />
      )}
      {isOthers && <Others programme={programme} />}
      {show && !isOthers && <ShowView key={show.id} show={show} programme={programme} onEdit={() => setEdited(show)} />}
      {edited && <ShowForm show={edited === 'new' ? undefined : edited} programme={programme} onClose={close} />}
    </Screen>
  );
}

/** Contestants in no show: they are not on the site. */
function Others({ programme }: { programme: ProgrammeState }) {
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
