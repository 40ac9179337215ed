import { type ClipboardEvent, type DragEvent, type SyntheticEvent, useState } from 'react';
import { keyOf } from '../../../../../model/text/table.ts';
import { tellProblem } from '../../../../ui/admin/notices.ts';
import { readSheets } from '../../../../ui/admin/table-file.tsx';
import { fromLongForm } from './long-form.ts';
import { blockOf, blockOfFile, type Filled, type Grid, newColumns, type Plan, planFill } from './plan.ts';

interface Handlers {
  onFill: (cells: Filled[]) => void;
  onColumns?: (names: string[]) => void;
  onCancelColumns?: (names: string[]) => void;
}

export function usePaste(grid: Grid, { onFill, onColumns, onCancelColumns }: Handlers) {
  const [pasted, setPlan] = useState<Plan>();
  const [file, setFile] = useState<string[][]>();
  const [added, setAdded] = useState<string[]>([]);
  // The plan of a file is computed at render: the columns that it adds exist one render later.
  const plan = pasted ?? (file && planFill(file, grid, { row: 0, column: 0 }));

  const take = (event: SyntheticEvent, data: DataTransfer) => {
    const { target } = event;
    const text = data.getData('text/plain');
    if (!(target instanceof HTMLInputElement) || target.dataset.row === undefined || text === '') return;
    event.preventDefault();
    const block = blockOf(text);
    const wide = onColumns ? fromLongForm(block, grid) : block;
    if (wide !== block) return show(wide);
    const place = { row: Number(target.dataset.row), column: Number(target.dataset.column) };
    if (block.length > 1 || (block[0]?.length ?? 0) > 1) setPlan(planFill(block, grid, place));
    else replaceText(target, block[0]?.[0] ?? '');
  };
  const close = () => {
    setPlan(undefined);
    setFile(undefined);
  };
  const fill = (cells: Filled[]) => {
    onFill(cells);
    close();
  };
  const cancel = () => {
    if (file && added.length > 0) onCancelColumns?.(added);
    close();
  };
  const show = (block: string[][]) => {
    const names = newColumns(block, grid);
    if (names.length > 0) onColumns?.(names);
    setAdded(names);
    setFile(block);
  };
  const known = new Set(grid.rows.map(keyOf));
  const choose = (chosen: File) =>
    readSheets(chosen).then((sheets) => {
      const countOf = (rows: string[][]) =>
        new Set(
          rows
            .flat()
            .map(keyOf)
            .filter((key) => known.has(key)),
        ).size;
      const [best] = sheets.toSorted((one, other) => countOf(other.rows) - countOf(one.rows));
      const block = blockOfFile(best?.rows ?? []);
      show(onColumns ? fromLongForm(block, grid) : block);
    }, tellProblem);
  const listeners = {
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
  };
  return { plan, fill, cancel, choose, listeners };
}

/** Replaces the text of a cell as typing would, so that the browser's own undo works. */
function replaceText(cell: HTMLInputElement, text: string): void {
  cell.focus();
  cell.select();
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}
