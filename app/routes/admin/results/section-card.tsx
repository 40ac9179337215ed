import { Button, Group, Menu, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { type GiversSection, type PlacesSection, SCALE, type Section } from '../../../../model/results/scores.ts';
import { Icon } from '../../../ui/admin/icon.tsx';
import { Card } from '../../../ui/admin/screen.tsx';
import { GiversTable } from './givers-table.tsx';
import { PointsTable } from './points-table.tsx';
import styles from './results.module.css';
import { faultsOf, marksOf, POINTS, placeOf, ranked, scaled, withPlace } from './scores.ts';

const KINDS = { jury: 'Жюри', audience: 'Зрители' } as const;
const MODES = { givers: 'по голосующим', places: 'по местам' } as const;

interface SectionProps {
  section: Section;
  performers: Contestant[];
  readOnly: boolean;
  onChange: (section: Section) => void;
  onRemove: () => void;
}

export function SectionCard({ section, performers, readOnly, onChange, onRemove }: SectionProps) {
  const { kind, mode, title } = section;
  return (
    <Card>
      <Group align="end" gap="1rem 0.5rem">
        <TextInput
          flex="1 1 10rem"
          label="Раздел"
          description={`${KINDS[kind]}, ${MODES[mode]}`}
          maxLength={60}
          value={title}
          readOnly={readOnly}
          onChange={({ currentTarget }) => onChange({ ...section, title: currentTarget.value })}
        />
        {section.mode === 'givers' && <ScaleField section={section} readOnly={readOnly} onChange={onChange} />}
        {!readOnly && (
          <Button variant="subtle" color="red" flex="none" aria-label={`Убрать раздел: ${title}`} onClick={onRemove}>
            Убрать
          </Button>
        )}
      </Group>
      {section.mode === 'givers' ? (
        <GiversTable section={section} performers={performers} readOnly={readOnly} onChange={onChange} />
      ) : (
        <PlacesTable section={section} performers={performers} readOnly={readOnly} onChange={onChange} />
      )}
    </Card>
  );
}

type ScaleProps = Pick<SectionProps, 'readOnly' | 'onChange'> & { section: GiversSection };

const NO_SCALE = 'Нужны разные целые числа от 1 до 100 000 через запятую, от высшей оценки к низшей.';

/** Marks of a section; what is no scale stays in the field with its reason. */
function ScaleField({ section, readOnly, onChange }: ScaleProps) {
  const { scale = SCALE } = section;
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    const marks = marksOf(text);
    setTyped(text);
    if (marks) onChange({ ...section, scale: marks });
  };
  return (
    <TextInput
      className={styles.scale ?? ''}
      flex="1 1 16rem"
      label="Шкала"
      description="От высшей, каждая по разу. Пусто — любые"
      autoComplete="off"
      readOnly={readOnly}
      value={typed ?? scale.join(', ')}
      error={typed !== undefined && !marksOf(typed) ? NO_SCALE : undefined}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => setTyped((text) => (text !== undefined && marksOf(text) ? undefined : text))}
    />
  );
}

type PlacesProps = Omit<SectionProps, 'section' | 'onRemove'> & { section: PlacesSection };

const COLUMNS = [
  { name: 'Место', limits: { least: 1, most: 200 } },
  { name: 'Баллы', limits: POINTS },
];

/** Place and points of each contestant: one of them can be filled in by the other. */
function PlacesTable({ section, performers, readOnly, onChange }: PlacesProps) {
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

export function AddSection({ onAdd, children }: { onAdd: (section: Section) => void; children: ReactNode }) {
  return (
    <Group gap="sm">
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="plus" />}>
            Добавить раздел
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['jury', 'audience'] as const).flatMap((kind) =>
            (['givers', 'places'] as const).map((mode) => (
              <Menu.Item key={kind + mode} onClick={() => onAdd(newSection(kind, mode))}>
                {KINDS[kind]}: {MODES[mode]}
              </Menu.Item>
            )),
          )}
        </Menu.Dropdown>
      </Menu>
      {children}
    </Group>
  );
}

function newSection(kind: Section['kind'], mode: Section['mode']): Section {
  const head = { kind, title: KINDS[kind] };
  return mode === 'givers' ? { ...head, mode, givers: [] } : { ...head, mode, places: [] };
}
