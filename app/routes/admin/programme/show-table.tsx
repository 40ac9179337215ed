import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { Show } from '../../../../model/programme/show-row.ts';
import { headingOf, tableFields } from '../../../../model/programme/table-columns.ts';
import { slugify } from '../../../../model/text/slug.ts';
import { isEditor } from '../../../../roles.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { TableDialog } from '../../../ui/admin/table-dialog.tsx';
import { SaveTable } from '../../../ui/admin/table-file.tsx';
import { PhotosDialog } from './photos-dialog.tsx';

interface Props {
  show: Show;
  performing: Contestant[];
}

/** Import and export of a show's contestants. */
export function ShowTable({ show, performing }: Props) {
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
          done={`Таблица загружена: «${show.title}».`}
          onClose={close}
        />
      )}
      {dialog === 'photos' && <PhotosDialog performing={performing} onClose={close} />}
    </>
  );
}

/** As `importTable` reads it. */
function tableOf(performing: Contestant[]): (string | number)[][] {
  const rows = performing.map((contestant, at) =>
    tableFields.map((field) => (field === 'number' ? at + 1 : (contestant[field] ?? ''))),
  );
  return [tableFields.map(headingOf), ...rows];
}
