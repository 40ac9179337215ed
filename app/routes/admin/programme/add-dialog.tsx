import { Button, Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { Show } from '../../../../model/programme/show-row.ts';
import { Dialog, DialogButtons } from '../../../ui/admin/dialog.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { extractError } from '../../../ui/errors/api-error.ts';

interface Props {
  show: Show;
  contestants: Contestant[];
  onAdd: (ids: number[]) => Promise<void>;
  onClose: () => void;
}

/** Contestants of other shows who perform in this one too. */
export function AddDialog({ show, contestants, onAdd, onClose }: Props) {
  const [chosen, setChosen] = useState<number[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const add = async () => {
    setBusy(true);
    try {
      await onAdd(chosen);
    } catch (error) {
      setProblem(extractError(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Кто ещё выступит: «${show.title}»`} onClose={onClose}>
      <Stack>
        {contestants.map(({ id, name, song }) => (
          <Checkbox
            key={id}
            label={song ? `${name} — «${song}»` : name}
            checked={chosen.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              setChosen((now) => (checked ? [...now, id] : now.filter((each) => each !== id)))
            }
          />
        ))}
      </Stack>
      {problem && <Problem text={`Ошибка: ${problem}`} />}
      <DialogButtons>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Отмена
        </Button>
        <Button onClick={add} loading={busy} disabled={chosen.length === 0}>
          Добавить
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
