import { Text } from '@mantine/core';
import { type ClipboardEvent, type DragEvent, type SyntheticEvent, useState } from 'react';
import { plural, pluralForm } from '../../../../../model/text/plural.ts';
import { keyOf } from '../../../../../model/text/table.ts';
import { Dialog, FormButtons } from '../../../../ui/admin/dialog.tsx';
import { notifyError } from '../../../../ui/admin/notices.ts';
import { readSheets } from '../../../../ui/admin/table-file.tsx';
import { Sentences } from '../lock.tsx';
import styles from '../results.module.css';
import { fromLongForm, newColumns } from './long-form.ts';
import { blockOf, blockOfFile, type Filled, type Grid, type Place, type Plan, planFill } from './plan.ts';

interface Handlers {
  onFill: (cells: Filled[]) => void;
  onColumns?: (names: string[]) => void;
  onCancelColumns?: (names: string[]) => void;
}

export function usePaste(grid: Grid, { onFill, onColumns, onCancelColumns }: Handlers) {
  const [taken, setTaken] = useState<{ block: string[][]; from: Place; added?: string[] }>();
  // Computed at render: the columns that a file adds exist one render later.
  const plan = taken && planFill(taken.block, grid, taken.from);
  const take = (event: SyntheticEvent, data: DataTransfer) => {
    const { target } = event;
    const text = data.getData('text/plain');
    if (!(target instanceof HTMLInputElement) || target.dataset.row === undefined || text === '') return;
    event.preventDefault();
    const block = blockOf(text);
    const wide = onColumns ? fromLongForm(block, grid) : block;
    if (wide !== block) return show(wide);
    const from = { row: Number(target.dataset.row), column: Number(target.dataset.column) };
    if (block.length > 1 || (block[0]?.length ?? 0) > 1) setTaken({ block, from });
    else replaceText(target, block[0]?.[0] ?? '');
  };
  const close = (cells?: Filled[]) => {
    if (cells) onFill(cells);
    else if (taken?.added?.length) onCancelColumns?.(taken.added);
    setTaken(undefined);
  };
  const show = (block: string[][]) => {
    const added = newColumns(block, grid);
    if (added.length > 0) onColumns?.(added);
    setTaken({ block, from: { row: 0, column: 0 }, added });
  };
  const choose = (chosen: File) =>
    readSheets(chosen).then((sheets) => {
      const known = new Set(grid.rows.map(keyOf));
      const countOf = (rows: string[][]) => known.intersection(new Set(rows.flat().map(keyOf))).size;
      const [best] = sheets.toSorted((one, other) => countOf(other.rows) - countOf(one.rows));
      const block = blockOfFile(best?.rows ?? []);
      show(onColumns ? fromLongForm(block, grid) : block);
    }, notifyError);
  const listeners = {
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
  };
  return { plan, close, choose, listeners };
}

/** Replaces the text of a cell as typing would, so that the browser's own undo works. */
function replaceText(cell: HTMLInputElement, text: string): void {
  cell.focus();
  cell.select();
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}

interface Props {
  plan: Plan;
  grid: Grid;
  onClose: (filled?: Filled[]) => void; // Without any: cancelled
}

/** What a paste would change, before it does. */
export function FillDialog({ plan, grid, onClose }: Props) {
  const { filled, refused, notes, problem } = plan;
  const changed = filled.filter(({ before, after }) => before !== after);
  const left = refused.map(({ what, why }) => `${what} — ${why}`);
  const isIdle = problem !== undefined || changed.length === 0;
  const verb = pluralForm(changed.length, 'Изменится', 'Изменятся', 'Изменятся');
  const changes = `${verb} ${plural(changed.length, 'ячейка', 'ячейки', 'ячеек')}.`;
  const outcome = isIdle ? 'Здесь уже стоит то же самое.' : changes;
  return (
    <Dialog title="Вставить из таблицы" wide onClose={() => onClose()}>
      <Text c={problem && 'red'}>{problem ? `Ничего не вставлено. ${problem}` : outcome}</Text>
      {notes.map((note) => (
        <Text key={note}>{note}</Text>
      ))}
      {left.length > 0 && <Sentences title="Не войдёт, останется как было" sentences={left} />}
      {!problem && <Changes plan={plan} grid={grid} />}
      <FormButtons
        submit={isIdle ? undefined : 'Вставить'}
        cancel={isIdle ? 'Закрыть' : 'Отмена'}
        isFocused
        onSubmit={() => onClose(changed)}
        onCancel={() => onClose()}
      />
    </Dialog>
  );
}

function Changes({ plan: { filled, refused }, grid }: Pick<Props, 'plan' | 'grid'>) {
  const cells = [...filled, ...refused];
  const isUsed = (at: number, axis: 'row' | 'column') => cells.some((cell) => cell[axis] === at);
  const rows = grid.rows.map((name, row) => ({ name, row })).filter(({ row }) => isUsed(row, 'row'));
  const columns = grid.columns.map(({ name }, column) => ({ name, column }));
  const shown = columns.filter(({ column }) => isUsed(column, 'column'));
  return (
    <section className={`${styles.scroll} ${styles.preview}`} aria-label="Что изменится">
      <table className={styles.grid}>
        <thead>
          <tr>
            <th scope="col">Участник</th>
            {shown.map(({ name, column }) => (
              <th key={column} scope="col">
                {name || `Столбец ${column + 1}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, row }) => (
            <tr key={row}>
              <th scope="row">{name}</th>
              {shown.map(({ column }) => (
                <Cell key={column} cell={cells.find((each) => each.row === row && each.column === column)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ cell }: { cell: Filled | Plan['refused'][number] | undefined }) {
  if (!cell) return <td />;
  if ('why' in cell) return <td style={{ color: 'var(--bad)' }}>не войдёт</td>;
  const { before, after } = cell;
  if (before === after) return <td style={{ color: 'var(--mantine-color-dimmed)' }}>{after}</td>;
  return (
    <td>
      {before !== null && <s>{before}</s>}
      {before !== null && ' → '}
      <b>{after ?? 'пусто'}</b>
    </td>
  );
}
