import { Button } from '@mantine/core';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { PlacesSection } from '../../../../model/results/scores.ts';
import { PointsTable } from './points-table.tsx';
import { faultsOf, POINTS, placeOf, ranked, scaled, withPlace } from './scores.ts';

interface Props {
  section: PlacesSection;
  performers: Contestant[];
  readOnly: boolean;
  onChange: (section: PlacesSection) => void;
}

const COLUMNS = [
  { name: 'Место', limits: { least: 1, most: 200 } },
  { name: 'Баллы', limits: POINTS },
];

/** Place and points of each contestant: one of them can be filled in by the other. */
export function PlacesTable({ section, performers, readOnly, onChange }: Props) {
  return (
    <PointsTable
      label={`Баллы: ${section.title}`}
      performers={performers}
      columns={COLUMNS}
      valueAt={(id, column) => placeOf(section, id)[fieldAt(column)]}
      faults={faultsOf(section, performers)}
      readOnly={readOnly}
      onEnter={(entries) =>
        onChange(
          entries.reduce(
            (all, { id, column, value }) => withPlace(all, { ...placeOf(all, id), [fieldAt(column)]: value }),
            section,
          ),
        )
      }
    >
      <Button variant="default" onClick={() => onChange(ranked(section, performers))}>
        Места по баллам
      </Button>
      <Button variant="default" px="min(1.375rem, 4vw)" onClick={() => onChange(scaled(section))}>
        Баллы по местам: 12, 10, 8…
      </Button>
    </PointsTable>
  );
}

function fieldAt(column: number) {
  return column === 0 ? 'place' : 'points';
}
