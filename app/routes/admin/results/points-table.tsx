import { Button, Group, Text } from '@mantine/core';
import { Fragment, type KeyboardEvent, type ReactNode, useId } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { plural } from '../../../../model/text/plural.ts';
import { ChooseFile } from '../../../ui/admin/fields/drop-field.tsx';
import { type Limits, useWholeNumber } from '../../../ui/admin/fields/whole-number.tsx';
import { TABLE_FILES } from '../../../ui/admin/table-file.tsx';
import { FillDialog } from './paste/fill-dialog.tsx';
import type { Filled, Grid, Place } from './paste/plan.ts';
import { usePaste } from './paste/use-paste.ts';
import styles from './results.module.css';

/** A number of a performer; null clears the cell. */
export interface Entry {
  id: number;
  column: number;
  value: number | null;
}

interface Props {
  label: string;
  performers: Contestant[];
  columns: (Grid['columns'][number] & { head?: ReactNode })[]; // `head`: in place of the name
  foot?: ReactNode;
  valueAt: (id: number, column: number) => number | null;
  readOnly: boolean;
  onEnter: (entries: Entry[]) => void;
  /** Adds columns that a file names, in the same order; without it only known ones are filled. */
  onColumns?: (names: string[]) => void;
  onCancelColumns?: (names: string[]) => void;
  check?: (entries: Entry[]) => string[]; // Russian sentences on what would be wrong with these entries
  children?: ReactNode;
}

/** A row for each performer. Takes a copied block from the focused cell on, after a preview; one press takes all of it back. */
export function PointsTable({ label, performers, columns, foot, readOnly, onEnter, check, children, ...on }: Props) {
  const { valueAt } = on;
  const idAt = (row: number) => performers[row]?.id ?? 0;
  const entriesOf = (cells: Filled[]) =>
    cells.map(({ row, column, after }) => ({ id: idAt(row), column, value: after }));
  const grid = {
    rows: performers.map(({ name }) => name),
    columns,
    valueAt: (row: number, column: number) => valueAt(idAt(row), column),
  };
  const onFill = (cells: Filled[]) => onEnter(entriesOf(cells));
  const { plan, last, fill, takeBack, cancel, choose, listeners } = usePaste(grid, { ...on, onFill });
  const numbered = columns.map((column, at) => ({ ...column, at }));
  return (
    <>
      <section className={styles.scroll} aria-label={label} {...(!readOnly && listeners)}>
        <table className={styles.grid}>
          <thead>
            <tr>
              <th scope="col">Участник</th>
              {numbered.map(({ at, name, head }) => (
                <Fragment key={at}>{head ?? <th scope="col">{name}</th>}</Fragment>
              ))}
            </tr>
          </thead>
          <tbody>
            {performers.map(({ id, name: performer }, row) => (
              <tr key={id}>
                <th scope="row">{performer}</th>
                {numbered.map(({ at, name, limits }) => (
                  <td key={at}>
                    <NumberCell
                      // Columns have no id: what is wrong in a cell does not move to another column.
                      key={name}
                      label={`${name || at + 1}: ${performer}`}
                      value={valueAt(id, at)}
                      limits={limits}
                      place={{ row, column: at }}
                      readOnly={readOnly}
                      onChange={(value) => onEnter([{ id, column: at, value }])}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {foot}
        </table>
      </section>
      {!readOnly && (
        <Group gap="sm">
          <ChooseFile word="Баллы из файла" accept={TABLE_FILES} onChoose={(file) => void choose(file)} />
          {children}
        </Group>
      )}
      {last && (
        <Group gap="sm" role="status">
          <Text>Вставлено: {plural(last.cells.length, 'ячейка', 'ячейки', 'ячеек')}.</Text>
          <Button variant="default" onClick={() => takeBack(last)}>
            Вернуть как было
          </Button>
        </Group>
      )}
      {plan && (
        <FillDialog
          plan={plan}
          warnings={check?.(entriesOf(plan.filled)) ?? []}
          grid={grid}
          onFill={fill}
          onClose={cancel}
        />
      )}
    </>
  );
}

interface CellProps {
  label: string;
  value: number | null;
  limits: Limits;
  place: Place;
  readOnly: boolean;
  onChange: (value: number | null) => void;
}

/** Up, down and Enter lead along the column, whose heading is row -1. */
export function moveAlong(event: KeyboardEvent, { row, column }: Place): void {
  const by = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
  if (by === undefined || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const table = event.currentTarget.closest('table');
  const next = table?.querySelector<HTMLInputElement>(`[data-column="${column}"][data-row="${row + by}"]`);
  next?.focus();
  next?.select();
}

/** A cell at the edge of the table shows its whole refusal, not only its first letters. */
function bringIntoView(problem: HTMLElement | null): void {
  problem?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function NumberCell({ label, value, limits, place: { row, column }, readOnly, onChange }: CellProps) {
  const { text, problem, type, leave } = useWholeNumber(value, limits, (given) => onChange(given));
  const problemId = useId();
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
        onKeyDown={(event) => moveAlong(event, { row, column })}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={leave}
      />
      {problem && (
        <Text ref={bringIntoView} id={problemId} c="var(--mantine-color-error)" size="sm" miw="6.25rem" mt="0.25rem">
          {problem}
        </Text>
      )}
    </>
  );
}
