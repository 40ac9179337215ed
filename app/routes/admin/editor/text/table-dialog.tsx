import { Group, Switch } from '@mantine/core';
import { type FocusEvent, useState } from 'react';
import { NumberField } from '../../../../ui/admin/fields/number-field.tsx';
import { insertTable, MAX_COLUMNS, MAX_ROWS } from '../body/blocks/table/commands.ts';
import type { TextDialogProps } from './link-dialog.tsx';
import { TextForm } from './text-form.tsx';

export function TableDialog({ editor, onClose }: TextDialogProps) {
  const [columns, setColumns] = useState<number | null>(3);
  const [rows, setRows] = useState<number | null>(3);
  const [hasHeader, setHeader] = useState(true);
  const submit = () => {
    if (rows === null || columns === null) return;
    onClose();
    insertTable(editor, rows, columns, hasHeader);
  };
  return (
    <TextForm title="Новая таблица" submit="Вставить" onSubmit={submit} onClose={onClose}>
      <Group grow>
        <NumberField
          label="Столбцов"
          {...{ least: 1, most: MAX_COLUMNS, value: columns, onFocus: selectAll }}
          onChange={(count) => setColumns(count)}
          data-autofocus
        />
        <NumberField
          label="Строк"
          {...{ least: 1, most: MAX_ROWS, value: rows, onFocus: selectAll }}
          onChange={(count) => setRows(count)}
        />
      </Group>
      <Switch
        label="Первая строка — заголовки столбцов"
        checked={hasHeader}
        onChange={({ currentTarget }) => setHeader(currentTarget.checked)}
      />
    </TextForm>
  );
}

function selectAll({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  currentTarget.select();
}
