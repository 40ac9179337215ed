import { Button, Group } from '@mantine/core';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { PlacesSection } from '../../../../model/results/sheet.ts';
import { NumberCell } from './number-cell.tsx';
import { Fillable } from './paste/fillable.tsx';
import type { Filled } from './paste/plan.ts';
import styles from './results.module.css';
import { POINTS, placeOf, ranked, scaled, withPlace } from './sheet.ts';

interface Props {
  section: PlacesSection;
  performers: Contestant[];
  readOnly: boolean;
  onChange: (section: PlacesSection) => void;
}

const COLUMNS = [
  { field: 'place', label: 'Место', limits: { least: 1, most: 200 } },
  { field: 'points', label: 'Баллы', limits: POINTS },
] as const;

/** Place and points of each contestant: one of them can be filled in by the other. */
export function PlacesTable({ section, performers, readOnly, onChange }: Props) {
  const placeAt = (row: number) => placeOf(section, performers[row]?.id ?? 0);
  const fieldAt = (column: number) => COLUMNS[column === 0 ? 0 : 1].field;
  const grid = {
    rows: performers.map(({ name }) => name),
    columns: COLUMNS.map(({ label, limits }) => ({ name: label, limits })),
    valueAt: (row: number, column: number) => placeAt(row)[fieldAt(column)],
  };
  const fill = (cells: Filled[]) =>
    onChange(
      cells.reduce((filled, { row, column, after }) => {
        const place = placeOf(filled, performers[row]?.id ?? 0);
        return withPlace(filled, { ...place, [fieldAt(column)]: after });
      }, section),
    );
  return (
    <>
      <Fillable label={`Баллы: ${section.title}`} grid={grid} readOnly={readOnly} onFill={fill}>
        <table className={styles.grid}>
          <thead>
            <tr>
              <th scope="col">Участник</th>
              {COLUMNS.map(({ field, label }) => (
                <th key={field} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {performers.map(({ id, name }, row) => {
              const place = placeOf(section, id);
              return (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  {COLUMNS.map(({ field, label, limits }, column) => (
                    <td key={field}>
                      <NumberCell
                        label={`${label}: ${name}`}
                        value={place[field]}
                        limits={limits}
                        row={row}
                        column={column}
                        readOnly={readOnly}
                        onChange={(value) => onChange(withPlace(section, { ...place, [field]: value }))}
                      />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </Fillable>
      {!readOnly && (
        <Group gap="sm">
          <Button variant="default" onClick={() => onChange(ranked(section, performers))}>
            Места по баллам
          </Button>
          <Button variant="default" onClick={() => onChange(scaled(section))}>
            Баллы по местам: 12, 10, 8…
          </Button>
        </Group>
      )}
    </>
  );
}
