import { Badge, Button, Group, Menu, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { Show } from '../../../../model/programme/show-row.ts';
import { headingOf, tableFields } from '../../../../model/programme/table-columns.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { slugify } from '../../../../model/text/slug.ts';
import { isEditor } from '../../../../roles.ts';
import { RowButton, RowConfirm } from '../../../ui/admin/ask.tsx';
import { useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { momentInWords } from '../../../ui/admin/fields/zone.ts';
import { Icon } from '../../../ui/admin/icon.tsx';
import { Empty } from '../../../ui/admin/loading/states.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { SortableList } from '../../../ui/admin/sortable/sortable-list.tsx';
import { TableDialog } from '../../../ui/admin/table-dialog.tsx';
import { SaveTable } from '../../../ui/admin/table-file.tsx';
import { ContestantForm } from './contestant-form.tsx';
import { ContestantActions, ContestantFacts } from './contestant-row.tsx';
import { PhotosDialog } from './photos-dialog.tsx';
import { AddDialog } from './show-dialogs.tsx';
import type { ProgrammeState } from './use-programme.ts';

/** One show: what is known of it, and its running order. */
export function ShowView({ show, programme, onEdit }: { show: Show; programme: ProgrammeState; onEdit: () => void }) {
  const { contestants, order } = programme;
  const [dialog, setDialog] = useState<'new' | 'add'>();
  const byId = new Map(contestants.map((contestant) => [contestant.id, contestant]));
  const performing = show.running_order.flatMap((id) => byId.get(id) ?? []);
  const elsewhere = contestants.filter(({ id }) => !show.running_order.includes(id));
  const close = () => setDialog(undefined);
  const leave = ({ id, name }: Contestant) =>
    order(
      show,
      show.running_order.filter((each) => each !== id),
      `Больше не выступает в концерте ${quoted(show.title)}: ${name}.`,
    );
  return (
    <section className={ui.cards} aria-labelledby="show-title">
      <ShowHead show={show} onEdit={onEdit} onDelete={() => programme.removeShow(show)} />
      <Group gap="xs" className={ui.actions ?? ''} style={{ order: 0 }}>
        <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setDialog('new')}>
          Добавить участника
        </Button>
        <ShowTable show={show} performing={performing}>
          {elsewhere.length > 0 && (
            <Button variant="default" onClick={() => setDialog('add')}>
              Из уже добавленных
            </Button>
          )}
        </ShowTable>
      </Group>
      {performing.length === 0 ? (
        <Empty title="В этом концерте пока нет участников">
          <p>Добавьте их по одному или сразу из таблицы: имени достаточно, песню и фотографию можно приложить потом.</p>
        </Empty>
      ) : (
        <SortableList
          items={performing}
          onOrder={(ids, isLast) => order(show, ids, `Порядок изменён: ${quoted(show.title)}.`, isLast)}
          actions={(contestant) => (
            <ContestantActions
              contestant={contestant}
              programme={programme}
              isPublic={show.is_public}
              onLeave={() => leave(contestant)}
            />
          )}
        >
          {(contestant) => (
            <ContestantFacts contestant={contestant} number={show.running_order.indexOf(contestant.id) + 1} />
          )}
        </SortableList>
      )}
      {dialog === 'new' && <ContestantForm show={show} onClose={close} />}
      {dialog === 'add' && (
        <AddDialog
          show={show}
          contestants={elsewhere}
          onClose={close}
          onAdd={(ids) =>
            order(show, [...show.running_order, ...ids], `Участники добавлены: ${quoted(show.title)}.`).then(close)
          }
        />
      )}
    </section>
  );
}

function ShowHead({ show, onEdit, onDelete }: { show: Show; onEdit: () => void; onDelete: () => Promise<void> }) {
  const { id, title, hall, starts_at, is_public } = show;
  const zone = useSiteTimeZone();
  return (
    <div className={ui.head}>
      <div className={ui.about}>
        <Group gap="sm">
          <Title order={2} id="show-title" size="h3">
            {title}
          </Title>
          {!is_public && <Badge color="gray">Не на сайте</Badge>}
        </Group>
        <Text>{momentInWords(starts_at, zone)}</Text>
        {hall && <Text c="dimmed">{hall}</Text>}
        <Group gap="md" className={ui.links ?? ''}>
          <Link to={`/admin/results?show=${id}`}>Итоги</Link>
          {is_public && (
            <a href={`/programme#show-${id}`} target="_blank" rel="noreferrer">
              Открыть на сайте
            </a>
          )}
        </Group>
      </div>
      <Group gap="xs">
        <RowButton word="Изменить" said="Изменить концерт" of={title} px="xs" onClick={onEdit} />
        <RowConfirm
          word="Удалить"
          said="Удалить концерт"
          of={title}
          px="xs"
          question="Удалить концерт?"
          onYes={onDelete}
        >
          <p>
            {quoted(title)} и порядок выступлений сразу пропадут с сайта, введённые баллы — совсем; вернуть нельзя.
            Участники останутся в панели, их можно добавить в другой концерт.
          </p>
        </RowConfirm>
      </Group>
    </div>
  );
}

interface TableProps {
  show: Show;
  performing: Contestant[];
  children: ReactNode; // Between the two buttons
}

/** Import and export of a show's contestants. */
function ShowTable({ show, performing, children }: TableProps) {
  const { role } = useSession();
  const [dialog, setDialog] = useState<'table' | 'photos'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <Button variant="default">Из таблицы</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('table')}>Участники</Menu.Item>
          {isEditor(role) && performing.length > 0 && (
            <Menu.Item onClick={() => setDialog('photos')}>Фотографии (ZIP)</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {children}
      {performing.length > 0 && (
        <SaveTable rows={() => tableOf(performing)} name={slugify(show.title) || 'programma'} />
      )}
      {dialog === 'table' && (
        <TableDialog
          title="Участники из таблицы"
          lead="Участников найдём по именам; пустая ячейка ничего не меняет. Сначала покажем, что изменится."
          placeholder={'№\tИмя\tПесня\n1\tАнна Лебедева\tСвет'}
          fields={tableFields}
          path={`/admin/shows/${show.id}/table`}
          undoPath="/admin/shows/table/undo"
          done={`Таблица загружена: ${quoted(show.title)}.`}
          onClose={close}
        />
      )}
      {dialog === 'photos' && <PhotosDialog performing={performing} onClose={close} />}
    </>
  );
}

/** Rows in the format that `importTable` reads. */
function tableOf(performing: Contestant[]): (string | number)[][] {
  const rows = performing.map((contestant, at) =>
    tableFields.map((field) => (field === 'number' ? at + 1 : (contestant[field] ?? ''))),
  );
  return [tableFields.map(headingOf), ...rows];
}
