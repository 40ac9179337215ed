import { Paper } from '@mantine/core';
import styles from '../../../../ui/admin/form/compare.module.css';
import ui from '../../../../ui/admin/patterns.module.css';
import type { Row } from './compare.ts';
import { foldRows } from './fold.ts';
import { Pieces } from './text-diff.tsx';

interface Props {
  before: string;
  after: string;
  rows: readonly Row[];
}

export function SideBySide({ before, after, rows }: Props) {
  return (
    <Paper withBorder bg="var(--surface-sunken)">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        <tbody>
          {foldRows(rows).map(({ id, row, hidden }) =>
            row ? (
              <tr key={id} data-same={!row.changed || undefined}>
                <td data-side={before}>
                  <Pieces pieces={row.pieces} side="before" />
                </td>
                <td data-side={after}>
                  <Pieces pieces={row.pieces} side="after" />
                </td>
              </tr>
            ) : (
              <tr key={id}>
                <td colSpan={2} className={ui.note}>
                  … {hidden} без изменений …
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </Paper>
  );
}
