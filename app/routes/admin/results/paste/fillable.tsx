import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { plural } from '../../../../ui/admin/plural.ts';
import styles from '../results.module.css';
import { blockOf } from './block.ts';
import { FillDialog } from './fill-dialog.tsx';
import { type Filled, type Grid, type Plan, planFill } from './plan.ts';

interface Props {
  label: string;
  grid: Grid;
  readOnly: boolean;
  onFill: (cells: Filled[]) => void;
  /** Russian sentences on what would be wrong with these cells filled. */
  check?: (cells: Filled[]) => string[];
  children: ReactNode;
}

interface Fill {
  cells: Filled[];
  /** Names of rows and columns at that moment: places mean something else once they change. */
  names: string;
  /** Nothing was typed since. */
  isNewest: boolean;
}

/** A table of `NumberCell`s that takes a copied block from the focused cell on, after a preview; one press takes all of it back. */
export function Fillable({ label, grid, readOnly, onFill, check, children }: Props) {
  const [plan, setPlan] = useState<Plan>();
  const [last, setLast] = useState<Fill>();
  const names = JSON.stringify([grid.rows, grid.columns.map(({ name }) => name)]);
  const filled = last?.names === names ? last : undefined;

  const take = (event: SyntheticEvent, { getData }: { getData: (format: string) => string }) => {
    const cell = cellOf(event);
    const text = getData('text/plain');
    if (readOnly || !cell || text === '') return;
    event.preventDefault();
    const block = blockOf(text);
    if (block.length > 1 || (block[0]?.length ?? 0) > 1) setPlan(planFill(block, grid, placeOf(cell)));
    else replaceText(cell, block[0]?.[0] ?? '');
  };
  const fill = (cells: Filled[]) => {
    onFill(cells);
    setLast({ cells, names, isNewest: true });
    setPlan(undefined);
  };
  const takeBack = ({ cells }: Fill) => {
    // What was typed over it since stays.
    const still = cells.filter(({ row, column, after }) => grid.valueAt(row, column) === after);
    onFill(still.map((cell) => ({ ...cell, before: cell.after, after: cell.before })));
    setLast(undefined);
  };
  return (
    <>
      <section
        className={styles.scroll}
        aria-label={label}
        onPaste={(event) => take(event, { getData: (format) => event.clipboardData.getData(format) })}
        onDrop={(event) => take(event, { getData: (format) => event.dataTransfer.getData(format) })}
        onInput={() => filled?.isNewest && setLast({ ...filled, isNewest: false })}
        onKeyDown={(event) => {
          if (!filled?.isNewest || !(event.ctrlKey || event.metaKey) || event.code !== 'KeyZ' || event.shiftKey) return;
          event.preventDefault();
          takeBack(filled);
        }}
      >
        {children}
      </section>
      {filled && (
        <Group gap="sm" role="status">
          <Text>Вставлено: {plural(filled.cells.length, 'ячейка', 'ячейки', 'ячеек')}.</Text>
          <Button variant="default" onClick={() => takeBack(filled)}>
            Вернуть как было
          </Button>
        </Group>
      )}
      {plan && (
        <FillDialog
          plan={plan}
          warnings={check?.(plan.filled) ?? []}
          grid={grid}
          onFill={fill}
          onClose={() => setPlan(undefined)}
        />
      )}
    </>
  );
}

function cellOf({ target }: SyntheticEvent): HTMLInputElement | undefined {
  return target instanceof HTMLInputElement && target.dataset.row !== undefined ? target : undefined;
}

function placeOf({ dataset }: HTMLInputElement) {
  return { row: Number(dataset.row), column: Number(dataset.column) };
}

/** As if it was typed over all that stands in the cell, so that the browser's own undo takes it back. */
function replaceText(cell: HTMLInputElement, text: string): void {
  cell.focus();
  cell.select();
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}
