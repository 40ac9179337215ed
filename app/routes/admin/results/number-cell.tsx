import { type KeyboardEvent, useId } from 'react';
import { type Limits, useWholeNumber } from '../../../ui/admin/fields/whole-number.ts';
import styles from './results.module.css';

interface Props {
  label: string;
  value: number | null;
  limits: Limits;
  row: number;
  column: number;
  readOnly: boolean;
  onChange: (value: number | null) => void;
}

/** What is no number stays in the cell with its reason and has no value. Up, down and Enter lead along the column. */
export function NumberCell({ label, value, limits, row, column, readOnly, onChange }: Props) {
  const { text, problem, type, leave } = useWholeNumber(value, limits, (given) => onChange(given));
  const problemId = useId();
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
    if (by === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const table = event.currentTarget.closest('table');
    const next = table?.querySelector<HTMLInputElement>(`[data-column="${column}"][data-row="${row + by}"]`);
    next?.focus();
    next?.select();
  };
  return (
    <>
      <input
        className={styles.cell}
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem && problemId}
        value={text}
        readOnly={readOnly}
        data-row={row}
        data-column={column}
        onKeyDown={move}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={leave}
      />
      {problem && (
        <span id={problemId} className={styles.problem}>
          {problem}
        </span>
      )}
    </>
  );
}
