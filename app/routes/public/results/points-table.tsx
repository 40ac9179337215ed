import { useState } from 'react';
import { boardOf, hasPoints, type Row } from '../../../../model/results/board.ts';
import type { Paced } from '../../../ui/results/paced.ts';
import styles from './points-table.module.css';
import '../article/blocks/table.css';

const PORTRAIT_COLUMNS = 16;

interface Column {
  title: string;
  /** «Жюри: Псков» */
  about: string;
  isSum: boolean;
  /** Highest mark of the scale. */
  top?: number | null;
  none?: number | string;
  of: (row: Row) => number;
}

/** Folded: revealed points by giver and contestant. A press on a column sorts by it, highest first. */
export function PointsTable({ shown }: { shown: Paced }) {
  const [sorted, setSorted] = useState<string>();
  const columns = columnsOf(shown);
  const by = columns.find(({ about }) => about === sorted);
  const board = boardOf(shown);
  const rows = by ? board.toSorted((one, other) => by.of(other) - by.of(one)) : board;
  const title = `points-${shown.show?.id}`;
  if (!hasPoints(shown)) return null;
  return (
    <details
      className={`${styles.points} ${columns.length > PORTRAIT_COLUMNS ? styles.wide : ''}`}
      suppressHydrationWarning
    >
      <summary className="pill" id={title}>
        Кто кому дал баллы<span className="hidden">{` «${shown.show?.title}»`}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too. */}
      <section className="table" aria-labelledby={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col" aria-sort={by ? undefined : 'ascending'}>
                <button type="button" onClick={() => setSorted(undefined)}>
                  Место
                </button>
              </th>
              {columns.map(({ title, about, isSum }) => (
                <th
                  key={about}
                  scope="col"
                  className={isSum ? styles.sum : styles.giver}
                  aria-sort={by?.about === about ? 'descending' : undefined}
                >
                  <button type="button" title={about} onClick={() => setSorted(about)}>
                    <span>{title}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const { slug = '', name } = shown.contestants[row.contestant] ?? {};
              return (
                <tr key={slug}>
                  <th scope="row">
                    <span>{row.place}</span> {name}
                  </th>
                  {columns.map(({ about, isSum, top, none, of }) => (
                    <td key={about} className={isSum ? styles.sum : top && of(row) === top ? styles.top : undefined}>
                      {of(row) || none}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </details>
  );
}

/** Columns: the sums, then each giver; a section by places has its sum only. */
function columnsOf({ state, steps, plan = [] }: Paced): Column[] {
  const modes = plan.flatMap(({ mode, top, steps: count }) =>
    Array<{ mode: string; top: typeof top }>(count).fill({ mode, top }),
  );
  const givers = steps.flatMap(({ title: about, points }, at): Column[] => {
    const { mode, top = null } = modes[at] ?? {};
    if (mode === 'places') return [];
    const given = new Map(points);
    const title = about.slice(about.indexOf(': ') + 2);
    return [{ title, about, isSum: false, top, of: ({ contestant }) => given.get(contestant) ?? 0 }];
  });
  const sum = (title: string, of: Column['of'], none: number | string = 0): Column => {
    return { title, about: title, isSum: true, none, of };
  };
  const parts = [
    sum('Жюри', ({ jury }) => jury),
    sum('Зрители', ({ audience }) => audience, state === 'final' ? 0 : '—'),
  ];
  const hasBoth = new Set(steps.map(({ section }) => section)).size > 1;
  return [sum('Всего', ({ total }) => total), ...(hasBoth ? parts : []), ...givers];
}
