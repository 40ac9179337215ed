import { Button, Checkbox, Group, Menu, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { Show } from '../../../../model/programme/show-row.ts';
import { tableFields } from '../../../../model/programme/table-columns.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { slugify } from '../../../../model/text/slug.ts';
import { isEditor } from '../../../../roles.ts';
import { Dialog, FormButtons } from '../../../ui/admin/dialog.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { Empty, Problem } from '../../../ui/admin/loading/states.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { SortableList } from '../../../ui/admin/sortable/sortable-list.tsx';
import { TableDialog } from '../../../ui/admin/table-dialog.tsx';
import { SaveItems } from '../../../ui/admin/table-file.tsx';
import { extractError } from '../../../ui/errors/api-error.ts';
import { ContestantActions, ContestantFacts, ContestantForm } from './contestant.tsx';
import { PhotosDialog } from './photos-dialog.tsx';
import { type ProgrammeState, performersOf, tableOf } from './use-programme.ts';

export function RunningOrder({ show, programme }: { show: Show; programme: ProgrammeState }) {
  const { contestants, order } = programme;
  const [dialog, setDialog] = useState<'new' | 'add'>();
  const performing = performersOf(show, contestants);
  const elsewhere = contestants.filter(({ id }) => !show.running_order.includes(id));
  const close = () => setDialog(undefined);
  const leave = ({ id, name }: Contestant) =>
    order(
      show,
      show.running_order.filter((each) => each !== id),
      `Больше не выступает в концерте ${quoted(show.title)}: ${name}.`,
    );
  return (
    <>
      <Group gap="xs" className={ui.actions ?? ''} style={{ order: 0 }}>
        <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setDialog('new')}>
          Добавить участника
        </Button>
        <More show={show} performing={performing}>
          {elsewhere.length > 0 && <Menu.Item onClick={() => setDialog('add')}>Из уже добавленных</Menu.Item>}
        </More>
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
    </>
  );
}

function More({ show, performing, children }: { show: Show; performing: Contestant[]; children: ReactNode }) {
  const { role } = useSession();
  const [dialog, setDialog] = useState<'table' | 'photos'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <Button variant="default">Ещё</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {children}
          <Menu.Label>Загрузить</Menu.Label>
          <Menu.Item onClick={() => setDialog('table')}>Таблицу участников</Menu.Item>
          {isEditor(role) && performing.length > 0 && (
            <Menu.Item onClick={() => setDialog('photos')}>Фотографии (ZIP)</Menu.Item>
          )}
          {performing.length > 0 && (
            <>
              <Menu.Label>Скачать таблицу</Menu.Label>
              <SaveItems rows={() => tableOf(performing)} name={slugify(show.title) || 'programma'} />
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'table' && (
        <TableDialog
          title="Участники из таблицы"
          lead="Участников найдём по именам; пустая ячейка ничего не меняет. Сначала покажем, что изменится."
          placeholder={'№\tИмя\tПесня\n1\tАнна Лебедева\tСвет'}
          fields={tableFields}
          path={`/admin/shows/${show.id}/table`}
          done={`Таблица загружена: ${quoted(show.title)}.`}
          onClose={close}
        />
      )}
      {dialog === 'photos' && <PhotosDialog performing={performing} onClose={close} />}
    </>
  );
}

interface AddProps {
  show: Show;
  contestants: Contestant[];
  onAdd: (ids: number[]) => Promise<void>;
  onClose: () => void;
}

/** Contestants of other shows who perform in this one too. */
function AddDialog({ show, contestants, onAdd, onClose }: AddProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const { mutate: add, isPending: busy, error } = useMutation({ mutationFn: () => onAdd(chosen.map(Number)) });
  return (
    <Dialog title={`Кто ещё выступит: ${quoted(show.title)}`} onClose={onClose}>
      <Checkbox.Group value={chosen} onChange={setChosen}>
        <Stack>
          {contestants.map(({ id, name, song }) => (
            <Checkbox key={id} value={String(id)} label={song ? `${name} — ${quoted(song)}` : name} />
          ))}
        </Stack>
      </Checkbox.Group>
      {error && <Problem text={`Ошибка: ${extractError(error)}`} />}
      <FormButtons submit="Добавить" busy={busy} isOff={chosen.length === 0} onSubmit={add} onCancel={onClose} />
    </Dialog>
  );
}
