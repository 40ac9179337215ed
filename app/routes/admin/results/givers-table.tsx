import { ActionIcon, Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { GiversSection } from '../../../../model/results/sheet.ts';
import { Dialog, DialogButtons } from '../../../ui/admin/dialog.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { GiversOrder } from './givers-order.tsx';
import { NumberCell } from './number-cell.tsx';
import styles from './results.module.css';
import { pointsOf, withPoints } from './sheet.ts';

interface Props {
  section: GiversSection;
  performers: Contestant[];
  readOnly: boolean;
  onChange: (section: GiversSection) => void;
}

type Giver = GiversSection['givers'][number];

/** A column for each giver, a row for each contestant. */
export function GiversTable({ section, performers, readOnly, onChange }: Props) {
  const { givers } = section;
  const columns = givers.map((giver, at) => ({ at, giver }));
  const put = (at: number, change: Partial<Giver>) =>
    onChange({ ...section, givers: givers.map((giver, each) => (each === at ? { ...giver, ...change } : giver)) });
  return (
    <>
      {givers.length > 0 && (
        <section className={styles.scroll} aria-label={`Баллы: ${section.title}`}>
          <table className={styles.grid}>
            <thead>
              <tr>
                <th scope="col">Участник</th>
                {columns.map(({ at, giver: { name } }) => (
                  <GiverHead
                    key={at}
                    at={at}
                    name={name}
                    readOnly={readOnly}
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
                        label={`${giver.name || at + 1}: ${name}`}
                        value={pointsOf(giver.points, id)}
                        row={row}
                        column={String(at)}
                        readOnly={readOnly}
                        onChange={(given) => put(at, { points: withPoints(giver.points, id, given) })}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Всего</th>
                {columns.map(({ at, giver: { points } }) => (
                  <td key={at}>{points.reduce((sum, [, given]) => sum + given, 0)}</td>
                ))}
              </tr>
            </tfoot>
          </table>
        </section>
      )}
      {!readOnly && <Columns section={section} onChange={onChange} />}
    </>
  );
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
