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

/** The order in which the columns are revealed. */
export function GiversOrder({ givers, onOrder, onClose }: Props) {
  const [opened] = useState(givers);
  const items = givers.map((giver) => {
    const id = opened.indexOf(giver);
    return { id, name: giver.name || `Столбец ${id + 1}` };
  });
  return (
    <Dialog title="Порядок показа" onClose={onClose}>
      <SortableList
        items={items}
        onOrder={async (ids) => onOrder(ids.flatMap((id) => opened[id] ?? []))}
        actions={() => null}
      >
        {({ name }) => <span>{name}</span>}
      </SortableList>
      <DialogButtons>
        <Button onClick={onClose}>Готово</Button>
      </DialogButtons>
    </Dialog>
  );
}
