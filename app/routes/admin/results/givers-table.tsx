import { ActionIcon, Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { GiversSection } from '../../../../model/results/scores.ts';
import { Dialog, DialogButtons, FormButtons } from '../../../ui/admin/dialog.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { SortableList } from '../../../ui/admin/sortable/sortable-list.tsx';
import { type Entry, moveAlong, PointsTable } from './points-table.tsx';
import styles from './results.module.css';
import { faultsOf, POINTS, pointsOf, withPoints } from './scores.ts';

interface Props {
  section: GiversSection;
  performers: Contestant[];
  readOnly: boolean;
  isOneGiver?: boolean; // Of a correction: the columns stay
  onChange: (section: GiversSection) => void;
}

export function GiversTable({ section, performers, readOnly, isOneGiver = false, onChange }: Props) {
  const { givers } = section;
  const columns = givers.map(({ name, points }, at) => ({
    name,
    limits: POINTS,
    head: isOneGiver ? (
      <th scope="col">Баллы</th>
    ) : (
      <GiverHead
        at={at}
        name={name}
        readOnly={readOnly}
        onName={(next) => onChange({ ...section, givers: givers.with(at, { name: next, points }) })}
        onRemove={() => onChange({ ...section, givers: givers.toSpliced(at, 1) })}
      />
    ),
  }));
  const addGivers = (names: string[]) =>
    onChange({ ...section, givers: [...givers, ...names.map((name) => ({ name: name.slice(0, 60), points: [] }))] });
  const dropGivers = (names: string[]) =>
    onChange({ ...section, givers: givers.filter(({ name, points }) => points.length > 0 || !names.includes(name)) });
  if (givers.length === 0 && readOnly) return null;
  return (
    <PointsTable
      label={`Баллы: ${section.title}`}
      performers={performers}
      columns={columns}
      valueAt={(id, at) => pointsOf(givers[at]?.points ?? [], id)}
      readOnly={readOnly}
      faults={faultsOf(section, performers)}
      {...(!isOneGiver && { onColumns: addGivers, onCancelColumns: dropGivers })}
      onEnter={(entries) => onChange(withEntries(section, entries))}
    >
      {!isOneGiver && <Columns section={section} onChange={onChange} onAdd={addGivers} />}
    </PointsTable>
  );
}

function withEntries(section: GiversSection, entries: Entry[]): GiversSection {
  const givers = section.givers.map((giver, at) => {
    const own = entries.filter(({ column }) => column === at);
    return { ...giver, points: own.reduce((all, { id, value }) => withPoints(all, id, value), giver.points) };
  });
  return { ...section, givers };
}

function Columns({
  section,
  onChange,
  onAdd,
}: Pick<Props, 'section' | 'onChange'> & { onAdd: (names: string[]) => void }) {
  const { givers } = section;
  const [dialog, setDialog] = useState<'names' | 'order'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="plus" />}
        px="min(1.375rem, 2.5vw)"
        onClick={() => setDialog('names')}
      >
        Добавить, кто даёт баллы
      </Button>
      {givers.length > 1 && (
        <Button variant="default" onClick={() => setDialog('order')}>
          Порядок показа
        </Button>
      )}
      {dialog === 'order' && (
        <GiversOrder givers={givers} onOrder={(ordered) => onChange({ ...section, givers: ordered })} onClose={close} />
      )}
      {dialog === 'names' && <NamesDialog onClose={close} onAdd={onAdd} />}
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
      <textarea
        className={styles.name}
        rows={2}
        cols={8}
        data-row={-1}
        data-column={at}
        aria-label={`Кто даёт баллы, столбец ${at + 1}`}
        value={name}
        maxLength={60}
        readOnly={readOnly}
        onKeyDown={(event) => moveAlong(event, { row: -1, column: at })}
        onChange={({ currentTarget }) => onName(currentTarget.value.replace(/\s*\n\s*/g, ' '))}
      />
      {!readOnly && (
        <ActionIcon variant="subtle" color="gray" aria-label={`Убрать столбец: ${name || at + 1}`} onClick={onRemove}>
          <Icon name="trash" />
        </ActionIcon>
      )}
    </th>
  );
}

function NamesDialog({ onAdd, onClose }: { onAdd: (names: string[]) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const names = text.split(/[\n\t]/).flatMap((line) => line.trim() || []);
  const add = () => {
    onAdd(names);
    onClose();
  };
  return (
    <Dialog title="Кто даёт баллы" onClose={onClose}>
      <Textarea
        label="Названия"
        description="По одному в строке, в том порядке, в каком их откроют; подойдут ячейки, скопированные из таблицы."
        placeholder={'Москва\nКазань'}
        autosize
        minRows={4}
        maxRows={14}
        value={text}
        data-autofocus
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <FormButtons submit="Добавить" isOff={names.length === 0} onSubmit={add} onCancel={onClose} />
    </Dialog>
  );
}

interface OrderProps {
  givers: GiversSection['givers'];
  onOrder: (givers: GiversSection['givers']) => void;
  onClose: () => void;
}

/** The order in which the columns are revealed. Ids are their places at first: a reload replaces the objects. */
function GiversOrder({ givers, onOrder, onClose }: OrderProps) {
  const [places, setPlaces] = useState(() => givers.map((_, at) => at));
  const items = givers.map(({ name }, at) => {
    const id = places[at] ?? at;
    return { id, name: name || `Столбец ${id + 1}` };
  });
  const order = async (ids: number[]) => {
    const ordered = ids.flatMap((id) => givers[items.findIndex((item) => item.id === id)] ?? []);
    if (ordered.length !== givers.length) return;
    onOrder(ordered);
    setPlaces(ids);
  };
  return (
    <Dialog title="Порядок показа" onClose={onClose}>
      <SortableList items={items} onOrder={order} actions={() => null}>
        {({ name }) => <span>{name}</span>}
      </SortableList>
      <DialogButtons>
        <Button onClick={onClose}>Готово</Button>
      </DialogButtons>
    </Dialog>
  );
}
