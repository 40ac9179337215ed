import { Group, Switch } from '@mantine/core';
import { useState } from 'react';
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
        <Count label="Столбцов" most={MAX_COLUMNS} value={columns} onChange={setColumns} isFirst />
        <Count label="Строк" most={MAX_ROWS} value={rows} onChange={setRows} />
      </Group>
      <Switch
        label="Первая строка — заголовки столбцов"
        checked={hasHeader}
        onChange={({ currentTarget }) => setHeader(currentTarget.checked)}
      />
    </TextForm>
  );
}

interface CountProps {
  label: string;
  most: number;
  value: number | null;
  onChange: (value: number | null) => void;
  isFirst?: boolean;
}

function Count({ isFirst, value, ...field }: CountProps) {
  return (
    <NumberField
      {...field}
      least={1}
      value={value}
      onFocus={({ currentTarget }) => currentTarget.select()}
      {...(isFirst && { 'data-autofocus': true })}
    />
  );
}
