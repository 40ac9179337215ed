import { Group, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { insertTable, MAX_COLUMNS, MAX_ROWS } from '../body/blocks/table/commands.ts';
import type { TextDialogProps } from './link-dialog.tsx';
import { TextForm } from './text-form.tsx';

export function TableDialog({ editor, onClose }: TextDialogProps) {
  const [columns, setColumns] = useState('3');
  const [rows, setRows] = useState('3');
  const [hasHeader, setHeader] = useState(true);
  const submit = () => {
    onClose();
    insertTable(editor, count(rows, MAX_ROWS), count(columns, MAX_COLUMNS), hasHeader);
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
  value: string;
  onChange: (value: string) => void;
  isFirst?: boolean;
}

function Count({ label, most, value, onChange, isFirst }: CountProps) {
  return (
    <TextInput
      type="number"
      label={label}
      min={1}
      max={most}
      value={value}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...(isFirst && { 'data-autofocus': true })}
    />
  );
}

function count(typed: string, most: number): number {
  return Math.min(most, Math.max(1, Math.round(Number(typed)) || 1));
}
