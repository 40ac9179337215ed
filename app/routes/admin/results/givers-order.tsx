import { Button } from '@mantine/core';
import { useState } from 'react';
import type { GiversSection } from '../../../../model/results/sheet.ts';
import { Dialog, DialogButtons } from '../../../ui/admin/dialog.tsx';
import { SortableList } from '../../../ui/admin/sortable/sortable-list.tsx';

interface Props {
  givers: GiversSection['givers'];
  onOrder: (givers: GiversSection['givers']) => void;
  onClose: () => void;
}

/** The order in which the columns are revealed. Ids are their places at first: a reload replaces the objects. */
export function GiversOrder({ givers, onOrder, onClose }: Props) {
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
