import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Edition } from '../../../model/editions/schema.ts';
import { archiveFields } from '../../../model/programme/table-columns.ts';
import { quoted } from '../../../model/text/quoted.ts';
import { RowButton, RowConfirm } from '../../ui/admin/ask.tsx';
import { Icon } from '../../ui/admin/icon.tsx';
import { LoadState } from '../../ui/admin/loading/states.tsx';
import { tellDone } from '../../ui/admin/notices.ts';
import ui from '../../ui/admin/patterns.module.css';
import { useAnswer, useChange } from '../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { TableDialog } from '../../ui/admin/table-dialog.tsx';
import { EditionForm } from './editions/edition-form.tsx';
import { FormerEdition, StartEdition } from './editions/start-edition.tsx';

export const meta = () => panelHead('Фестивали');

export default function Editions() {
  const { data: editions, problem, reload } = useAnswer<Edition[]>('/admin/editions');
  const change = useChange('/admin/editions');
  const [search, setSearch] = useSearchParams();
  const [edited, setEdited] = useState<Edition | 'new' | 'table'>();
  const remove = async ({ id, version, title }: Edition) => {
    await change('DELETE', `/admin/editions/${id}`, { ifMatch: `"${version}"` });
    tellDone(`Фестиваль удалён: ${title}.`);
  };
  if (search.has('start')) return <StartEdition onDone={() => setSearch({})} />;
  return (
    <Screen
      title="Фестивали"
      lead="О нынешнем фестивале весь сайт, прошедшие стоят в разделе «История»."
      actions={
        <>
          <Button variant="default" component={Link} to="?start" aria-label="Начать новый фестиваль">
            Начать новый
          </Button>
          <Button variant="default" aria-label="Прошлые фестивали из таблицы" onClick={() => setEdited('table')}>
            Из таблицы
          </Button>
          <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
            Добавить прошедший
          </Button>
        </>
      }
    >
      <FormerEdition />
      <LoadState data={editions} problem={problem} reload={reload} rows={4} />
      <ul className={ui.rows}>
        {editions?.map((edition) => (
          <li key={edition.id}>
            <EditionFacts edition={edition} />
            <Group gap="xs">
              <RowButton word="Изменить" of={edition.title} onClick={() => setEdited(edition)} />
              {!edition.is_current && (
                <RowConfirm
                  word="Удалить"
                  of={edition.title}
                  px="xs"
                  question={`Удалить фестиваль ${quoted(edition.title)}?`}
                  onYes={() => remove(edition)}
                >
                  <p>
                    Вместе с ним пропадут его концерты, участники, баллы и партнёры, а их адреса перестанут открываться.
                    Вернуть их можно будет только из резервной копии.
                  </p>
                </RowConfirm>
              )}
            </Group>
          </li>
        ))}
      </ul>
      {edited === 'table' && (
        <TableDialog
          title="Прошлые фестивали из таблицы"
          lead="В строке одно выступление: год, город, концерт, дата, участник, песня, место, баллы. Год, фестиваль и концерт можно не повторять. Сначала покажем, что изменится."
          placeholder={'Год\tГород\tДата\tУчастник\tПесня\tБаллы\n2019\tДербент\t20.07.2019\tАнна Лебедева\tСвет\t120'}
          fields={archiveFields}
          path="/admin/editions/table"
          undoPath="/admin/editions/table/undo"
          done="Прошлые фестивали загружены."
          published="/history"
          isWhole
          onClose={() => setEdited(undefined)}
        />
      )}
      {edited && edited !== 'table' && (
        <EditionForm edition={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Screen>
  );
}

function EditionFacts({ edition }: { edition: Edition }) {
  const { slug, title, year, city, hall, is_current, is_public } = edition;
  const of = is_current ? '' : `?edition=${slug}`;
  return (
    <div className={ui.about}>
      <Group gap="xs">
        <Text fw={600}>{title}</Text>
        {is_current && <Badge color="green">Нынешний</Badge>}
        {!is_public && <Badge color="gray">Скрыт</Badge>}
      </Group>
      <Text size="sm" c="dimmed">
        {[year, city, hall].filter(Boolean).join(' · ')}
      </Text>
      <Group gap="md" className={ui.links ?? ''}>
        <Link to={`/admin/programme${of}`}>Программа</Link>
        <Link to={`/admin/results${of}`}>Итоги</Link>
        {!is_current && is_public && <a href={`/history/${slug}`}>На сайте</a>}
      </Group>
    </div>
  );
}
