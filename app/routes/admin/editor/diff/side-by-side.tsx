import type { Row } from './compare.ts';
import { foldRows } from './fold.ts';
import styles from './side-by-side.module.css';
import { Pieces } from './text-diff.tsx';

interface Props {
  before: string;
  after: string;
  rows: readonly Row[];
}

export function SideBySide({ before, after, rows }: Props) {
  return (
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
            <tr key={id} data-changed={row.changed || undefined}>
              <td data-side={before}>
                <Pieces pieces={row.pieces} side="before" />
              </td>
              <td data-side={after}>
                <Pieces pieces={row.pieces} side="after" />
              </td>
            </tr>
          ) : (
            <tr key={id} className={styles.fold}>
              <td colSpan={2}>… {hidden} без изменений …</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
