import { Button, Text } from '@mantine/core';
import { plural, pluralForm } from '../../../../../model/text/plural.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { Sentences } from '../lock.tsx';
import styles from '../results.module.css';
import type { Filled, Grid, Plan } from './plan.ts';

interface Props {
  plan: Plan;
  grid: Grid;
  onFill: (cells: Filled[]) => void;
  onClose: () => void;
}

/** What a paste would change, before it does. */
export function FillDialog({ plan, grid, onFill, onClose }: Props) {
  const { filled, refused, notes, problem } = plan;
  const changed = filled.filter(({ before, after }) => before !== after);
  const isIdle = problem === undefined && changed.length === 0;
  return (
    <Dialog title="Вставить из таблицы" wide onClose={onClose}>
      {problem ? (
        <Text c="red">Ничего не вставлено. {problem}</Text>
      ) : (
        <Text>{isIdle ? 'Здесь уже стоит то же самое.' : `${changesText(changed.length)}.`}</Text>
      )}
      {notes.map((note) => (
        <Text key={note}>{note}</Text>
      ))}
      {refused.length > 0 && (
        <Sentences
          title="Не войдёт, останется как было"
          sentences={refused.map(({ what, why }) => `${what} — ${why}`)}
        />
      )}
      {!problem && <Changes plan={plan} grid={grid} />}
      <DialogButtons>
        <Button variant="default" onClick={onClose} {...((problem || isIdle) && { 'data-autofocus': true })}>
          {problem || isIdle ? 'Закрыть' : 'Отмена'}
        </Button>
        {!problem && !isIdle && (
          <Button data-autofocus onClick={() => onFill(changed)}>
            Вставить
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

function Changes({ plan: { filled, refused }, grid }: Pick<Props, 'plan' | 'grid'>) {
  const cells = new Map(filled.map((cell) => [`${cell.row}:${cell.column}`, cell]));
  const out = new Set(refused.map(({ row, column }) => `${row}:${column}`));
  const isUsed = (at: number, axis: 'row' | 'column') => [...filled, ...refused].some((cell) => cell[axis] === at);
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
              {shown.map(({ column }) => {
                const place = `${row}:${column}`;
                return <Cell key={column} cell={cells.get(place)} isOut={out.has(place)} />;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ cell, isOut }: { cell: Filled | undefined; isOut: boolean }) {
  if (isOut)
    return (
      <Text component="td" inherit c="red">
        не войдёт
      </Text>
    );
  if (!cell) return <td />;
  const { before, after } = cell;
  if (before === after)
    return (
      <Text component="td" inherit c="dimmed">
        {after}
      </Text>
    );
  return (
    <td>
      {before !== null && (
        <>
          <s>{before}</s> →{' '}
        </>
      )}
      <b>{after ?? 'пусто'}</b>
    </td>
  );
}

function changesText(count: number): string {
  const verb = pluralForm(count, 'Изменится', 'Изменятся', 'Изменятся');
  return `${verb} ${plural(count, 'ячейка', 'ячейки', 'ячеек')}`;
}
