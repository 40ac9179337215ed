import { ActionIcon, Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { breachesOf } from '../../../../model/results/scale.ts';
import type { GiversSection } from '../../../../model/results/sheet.ts';
import { Dialog, DialogButtons } from '../../../ui/admin/dialog.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { GiversOrder } from './givers-order.tsx';
import { NumberCell } from './number-cell.tsx';
import { Fillable } from './paste/fillable.tsx';
import type { Filled } from './paste/plan.ts';
import styles from './results.module.css';
import { POINTS, pointsOf, withPoints } from './sheet.ts';

interface Props {
  section: GiversSection;
  performers: Contestant[];
  readOnly: boolean;
  /** Of a correction: the columns stay. */
  isOneGiver?: boolean;
  onChange: (section: GiversSection) => void;
}

type Giver = GiversSection['givers'][number];

/** A column for each giver, a row for each contestant. */
export function GiversTable({ section, performers, readOnly, isOneGiver = false, onChange }: Props) {
  const { givers } = section;
  const columns = givers.map((giver, at) => ({ at, giver }));
  const put = (at: number, change: Partial<Giver>) =>
    onChange({ ...section, givers: givers.map((giver, each) => (each === at ? { ...giver, ...change } : giver)) });
  const grid = {
    rows: performers.map(({ name }) => name),
    columns: givers.map(({ name }) => ({ name, limits: POINTS })),
    valueAt: (row: number, column: number) => pointsOf(givers[column]?.points ?? [], performers[row]?.id ?? 0),
  };
  const filledWith = (cells: Filled[]): GiversSection => {
    const filled = givers.map((giver, at) => {
      const own = cells.filter(({ column }) => column === at);
      const points = own.reduce(
        (all, { row, after }) => withPoints(all, performers[row]?.id ?? 0, after),
        giver.points,
      );
      return { ...giver, points };
    });
    return { ...section, givers: filled };
  };
  return (
    <>
      {givers.length > 0 && (
        <Fillable
          label={`Баллы: ${section.title}`}
          grid={grid}
          readOnly={readOnly}
          onFill={(cells) => onChange(filledWith(cells))}
          check={(cells) => breachesAfter(section, filledWith(cells), performers)}
        >
          <table className={styles.grid}>
            <thead>
              <tr>
                <th scope="col">Участник</th>
                {columns.map(({ at, giver: { name } }) => (
                  <GiverHead
                    key={at}
                    at={at}
                    name={name}
                    readOnly={readOnly || isOneGiver}
                    onName={(next) => put(at, { name: next })}
                    onRemove={() => onChange({ ...section, givers: givers.toSpliced(at, 1) })}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {performers.map(({ id, name }, row) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  {columns.map(({ at, giver }) => (
                    <td key={at}>
                      <NumberCell
                        // Columns have no id: what is wrong in a cell does not move to another giver.
                        key={giver.name}
                        label={`${giver.name || at + 1}: ${name}`}
                        value={pointsOf(giver.points, id)}
                        limits={POINTS}
                        row={row}
                        column={at}
                        readOnly={readOnly}
                        onChange={(given) => put(at, { points: withPoints(giver.points, id, given) })}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            {/* Of one giver it could be the control total. */}
            {givers.length > 1 && (
              <tfoot>
                <tr>
                  <th scope="row">Всего</th>
                  {columns.map(({ at, giver: { points } }) => (
                    <td key={at}>{points.reduce((sum, [, given]) => sum + given, 0)}</td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        </Fillable>
      )}
      {!readOnly && !isOneGiver && <Columns section={section} onChange={onChange} />}
    </>
  );
}

/** Givers that a change puts off the scale. */
function breachesAfter(before: GiversSection, after: GiversSection, performers: Contestant[]): string[] {
  const known = breachesOf([before], performers);
  return breachesOf([after], performers).filter((breach) => !known.includes(breach));
}

/** Adds columns and puts them into order. */
function Columns({ section, onChange }: Pick<Props, 'section' | 'onChange'>) {
  const { givers } = section;
  const [isAdding, setAdding] = useState(false);
  const [isOrdering, setOrdering] = useState(false);
  return (
    <>
      <Group gap="sm">
        <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
          Добавить, кто даёт баллы
        </Button>
        {givers.length > 1 && (
          <Button variant="default" onClick={() => setOrdering(true)}>
            Порядок показа
          </Button>
        )}
      </Group>
      {isOrdering && (
        <GiversOrder
          givers={givers}
          onOrder={(ordered) => onChange({ ...section, givers: ordered })}
          onClose={() => setOrdering(false)}
        />
      )}
      {isAdding && (
        <NamesDialog
          onClose={() => setAdding(false)}
          onAdd={(names) => {
            onChange({ ...section, givers: [...givers, ...names.map((name) => ({ name, points: [] }))] });
            setAdding(false);
          }}
        />
      )}
    </>
  );
}

interface HeadProps {
  at: number;
  name: string;
  readOnly: boolean;
  onName: (name: string) => void;
  onRemove: () => void;
}

function GiverHead({ at, name, readOnly, onName, onRemove }: HeadProps) {
  return (
    <th scope="col">
      <input
        className={styles.name}
        aria-label={`Кто даёт баллы, столбец ${at + 1}`}
        value={name}
        maxLength={60}
        readOnly={readOnly}
        onChange={({ currentTarget }) => onName(currentTarget.value)}
      />
      {!readOnly && (
        <ActionIcon variant="subtle" color="gray" aria-label={`Убрать столбец: ${name || at + 1}`} onClick={onRemove}>
          <Icon name="bin" />
        </ActionIcon>
      )}
    </th>
  );
}

function NamesDialog({ onAdd, onClose }: { onAdd: (names: string[]) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const names = text.split('\n').flatMap((line) => line.trim() || []);
  return (
    <Dialog title="Кто даёт баллы" onClose={onClose}>
      <Textarea
        label="Названия"
        description="По одному в строке, в том порядке, в каком их откроют."
        placeholder={'Москва\nКазань'}
        autosize
        minRows={4}
        maxRows={14}
        value={text}
        data-autofocus
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Отмена
        </Button>
        <Button disabled={names.length === 0} onClick={() => onAdd(names)}>
          Добавить
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
