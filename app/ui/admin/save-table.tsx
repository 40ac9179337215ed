import { Button, Menu } from '@mantine/core';
import { tellProblem } from './notices.ts';
import { saveTable } from './table-file.ts';

interface Props {
  /** The headings first. */
  rows: () => (string | number)[][];
  /** Of the file, without its extension. */
  name: string;
}

/** Downloads a table for a spreadsheet. */
export function SaveTable({ rows, name }: Props) {
  const save = (extension: 'csv' | 'xlsx') => saveTable(rows(), name, extension).catch(tellProblem);
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button variant="subtle" style={{ justifySelf: 'start' }}>
          Скачать таблицу
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('xlsx')}>Для Excel (.xlsx)</Menu.Item>
        <Menu.Item onClick={() => save('csv')}>CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
