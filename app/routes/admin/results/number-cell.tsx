import type { KeyboardEvent } from 'react';
import styles from './results.module.css';

interface Props {
  label: string;
  value: number | null;
  row: number;
  column: string;
  readOnly: boolean;
  onChange: (value: number | null) => void;
}

const DIGITS = 6;

/** Up, down and Enter lead along the column, as in a spreadsheet. */
export function NumberCell({ label, value, row, column, readOnly, onChange }: Props) {
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const table = event.currentTarget.closest('table');
    const next = table?.querySelector<HTMLInputElement>(`[data-column="${column}"][data-row="${row + by}"]`);
    next?.focus();
    next?.select();
  };
  return (
    <input
      className={styles.cell}
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      value={value ?? ''}
      readOnly={readOnly}
      data-row={row}
      data-column={column}
      onKeyDown={move}
      onChange={({ currentTarget }) => {
        const digits = currentTarget.value.replace(/\D/g, '').slice(0, DIGITS);
        onChange(digits === '' ? null : Math.min(Number(digits), 100_000));
      }}
    />
  );
}
