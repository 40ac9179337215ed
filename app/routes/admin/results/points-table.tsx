import { Button, type ButtonProps, Group, NativeSelect, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ComponentProps, Fragment, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { ChooseFile } from '../../../ui/admin/fields/drop-field.tsx';
import { type Limits, useWholeNumber } from '../../../ui/admin/fields/whole-number.tsx';
import { TABLE_FILES } from '../../../ui/admin/table-file.tsx';
import { FillDialog, usePaste } from './paste/paste.tsx';
import type { Filled, Grid, Place } from './paste/plan.ts';
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
  valueAt: (id: number, column: number) => number | null;
  faults?: ReadonlyMap<string, string>; // Of `faultsOf`
  readOnly: boolean;
  onEnter: (entries: Entry[]) => void;
  /** Adds columns that a file names, in the same order; without it only known ones are filled. */
  onColumns?: (names: string[]) => void;
  onCancelColumns?: (names: string[]) => void;
  children?: ReactNode;
}

/** A row for each performer. Takes a copied block from the focused cell on, after a preview. */
export function PointsTable({ label, performers, columns, readOnly, onEnter, children, ...on }: Props) {
  const { valueAt, faults } = on;
  const idAt = (row: number) => performers[row]?.id ?? 0;
  const entriesOf = (cells: Filled[]) =>
    cells.map(({ row, column, after }) => ({ id: idAt(row), column, value: after }));
  const grid = {
    rows: performers.map(({ name }) => name),
    columns,
    valueAt: (row: number, column: number) => valueAt(idAt(row), column),
  };
  const onFill = (cells: Filled[]) => onEnter(entriesOf(cells));
  const { plan, close, choose, listeners } = usePaste(grid, { ...on, onFill });
  const isWrong = (at: number) => performers.some(({ id }) => faults?.has(`${id}:${at}`));
  const { shown, choice } = useColumns(columns, isWrong);
  return (
    <>
      {choice}
      <section className={styles.scroll} aria-label={label} {...(!readOnly && listeners)}>
        <table className={styles.grid}>
          <thead>
            <tr>
              <th scope="col">Участник</th>
              {shown.map(({ at, name, head }) => (
                <Fragment key={at}>{head ?? <th scope="col">{name}</th>}</Fragment>
              ))}
            </tr>
          </thead>
          <tbody>
            {performers.map(({ id, name: performer }, row) => (
              <tr key={id}>
                <th scope="row">{performer}</th>
                {shown.map(({ at, name, limits }) => (
                  <td key={at}>
                    <NumberCell
                      // Columns have no id: what is wrong in a cell does not move to another column.
                      key={name}
                      label={`${name || at + 1}: ${performer}`}
                      value={valueAt(id, at)}
                      limits={limits}
                      fault={faults?.get(`${id}:${at}`)}
                      place={{ row, column: at }}
                      readOnly={readOnly}
                      onChange={(value) => onEnter([{ id, column: at, value }])}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {!readOnly && (
        <Group gap="sm">
          <ChooseFile word="Баллы из файла" accept={TABLE_FILES} onChoose={(file) => void choose(file)} />
          {children}
        </Group>
      )}
      {plan && <FillDialog plan={plan} grid={grid} onClose={close} />}
    </>
  );
}

/** On a phone one of many columns, which is chosen above the table. */
function useColumns(columns: Props['columns'], isWrong: (at: number) => boolean) {
  const [only, setOnly] = useState(columns.length > 2 ? 0 : -1);
  const isNarrow = useMediaQuery('(max-width: 30em)') && columns.length > 2;
  const all = columns.map((column, at) => ({ ...column, at, title: column.name || `Столбец ${at + 1}` }));
  const shown = (isNarrow && all.filter(({ at }) => at === only)) || [];
  const wrong = all.filter((each) => shown.length > 0 && !shown.includes(each) && isWrong(each.at));
  const choice = isNarrow && (
    <NativeSelect
      label="Чьи баллы"
      value={String(shown[0]?.at ?? -1)}
      data={[...all.map(({ at, title }) => ({ value: `${at}`, label: title })), { value: '-1', label: 'Все сразу' }]}
      error={wrong.length > 0 && `Проверьте: ${wrong.map(({ title }) => title).join(', ')}`}
      data-fault={(wrong.length > 0 && !shown.some(({ at }) => isWrong(at))) || undefined}
      onChange={({ currentTarget }) => focusWrong(currentTarget.form) || setOnly(Number(currentTarget.value))}
    />
  );
  return { shown: shown.length > 0 ? shown : all, choice };
}

const FAULTS: ButtonProps & ComponentProps<'button'> = {
  ...{ variant: 'default', c: 'red', px: 'sm', fz: 'sm' },
  onClick: ({ currentTarget: { form } }) => form?.querySelector<HTMLElement>('[data-fault]')?.focus(),
};

/** Leads to the first of them. */
export function Faults({ count }: { count: number }) {
  return count > 0 && <Button {...FAULTS}>Отмечено красным: {count}</Button>;
}

/** To the first cell that is no number: its text would be lost. */
export function focusWrong(form: HTMLFormElement | null): boolean {
  const wrong = form?.querySelector<HTMLInputElement>('input[aria-invalid="true"]:not([data-fault])');
  wrong?.focus();
  return Boolean(wrong);
}

interface CellProps {
  label: string;
  value: number | null;
  limits: Limits;
  fault: string | undefined;
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
function scrollToProblem(problem: HTMLElement | null): void {
  problem?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function NumberCell({ label, value, limits, fault, place: { row, column }, readOnly, onChange }: CellProps) {
  const { text, problem, type, leave } = useWholeNumber(value, limits, (given) => onChange(given));
  const problemId = useId();
  const message = problem ?? fault;
  return (
    <>
      <input
        className={styles.cell}
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        aria-invalid={message !== undefined || undefined}
        aria-describedby={message && problemId}
        data-fault={problem ? undefined : fault}
        value={text}
        readOnly={readOnly}
        data-row={row}
        data-column={column}
        onKeyDown={(event) => moveAlong(event, { row, column })}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={leave}
      />
      {message && (
        <Text ref={problem ? scrollToProblem : null} id={problemId} c="red" size="sm" miw="6.25rem" mt="0.25rem">
          {message}
        </Text>
      )}
    </>
  );
}
