import { Button, Group } from '@mantine/core';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { PlacesSection } from '../../../../model/results/sheet.ts';
import { NumberCell } from './number-cell.tsx';
import styles from './results.module.css';
import { placeOf, ranked, scaled, withPlace } from './sheet.ts';

interface Props {
  section: PlacesSection;
  performers: Contestant[];
  readOnly: boolean;
  onChange: (section: PlacesSection) => void;
}

/** Place and points of each contestant: one of them can be filled in by the other. */
export function PlacesTable({ section, performers, readOnly, onChange }: Props) {
  const total = section.places.reduce((sum, { points }) => sum + (points ?? 0), 0);
  return (
    <>
      <section className={styles.scroll} aria-label={`Баллы: ${section.title}`}>
        <table className={styles.grid}>
          <thead>
            <tr>
              <th scope="col">Участник</th>
              <th scope="col">Место</th>
              <th scope="col">Баллы</th>
            </tr>
          </thead>
          <tbody>
            {performers.map(({ id, name }, row) => {
              const place = placeOf(section, id);
              const cell = (column: 'place' | 'points', label: string) => (
                <td>
                  <NumberCell
                    label={`${label}: ${name}`}
                    value={place[column]}
                    row={row}
                    column={column}
                    readOnly={readOnly}
                    onChange={(value) => onChange(withPlace(section, { ...place, [column]: value }))}
                  />
                </td>
              );
              return (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  {cell('place', 'Место')}
                  {cell('points', 'Баллы')}
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Всего</th>
              <td />
              <td>{total}</td>
            </tr>
          </tfoot>
        </table>
      </section>
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
