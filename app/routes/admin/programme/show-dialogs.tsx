import { Checkbox, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Edition } from '../../../../model/editions/schema.ts';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { Show } from '../../../../model/programme/show-row.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { Dialog, FormButtons } from '../../../ui/admin/dialog.tsx';
import { MomentField, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { clockName } from '../../../ui/admin/fields/zone.ts';
import { FormDialog, textsOf, useFormCall } from '../../../ui/admin/form/form-call.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { tellDone } from '../../../ui/admin/notices.ts';
import { useAnswer, useSaveRow } from '../../../ui/admin/queries.ts';
import { extractError } from '../../../ui/errors/api-error.ts';
import type { ProgrammeState } from './use-programme.ts';

const OPTIONAL = ['hall', 'ends_at', 'recording_url', 'recording_starts_at'] as const;

interface Props {
  show: Show | undefined;
  programme: Pick<ProgrammeState, 'edition' | 'current'>;
  onClose: (saved?: Show) => void;
}

export function ShowForm({ show, programme: { edition, current }, onClose }: Props) {
  const zone = useSiteTimeZone();
  // Read again after a refusal, the programme is of another festival.
  const [seen] = useState(current);
  const { data: editions } = useAnswer<Edition[]>(edition === null ? null : '/admin/editions');
  const save = useSaveRow<Show>('/admin/shows', '/programme');
  const form = useFormCall(
    { ...textsOf(show, ['title', 'starts_at', ...OPTIONAL]), is_public: show?.is_public ?? true },
    async (values) => {
      const edition_id = editions?.find(({ slug }) => slug === edition)?.id;
      const saved = await save(show, { ...values, ...(!show && { edition_id, current_edition: seen }) });
      onClose(saved);
      tellDone(`Концерт ${show ? 'сохранён' : 'добавлен'}: ${saved.title}.`);
    },
    OPTIONAL,
  );
  const { text, moment, toggle } = form;
  return (
    <FormDialog title={['Изменить концерт', 'Новый концерт']} row={show} form={form} onClose={() => onClose()}>
      <TextInput label="Название" placeholder="Финал" data-autofocus {...text('title', 100)} />
      <TextInput label="Зал" placeholder="Зал «Эллинг», Светлореченск" {...text('hall', 200)} />
      <MomentField label="Начало" note={`${clockName(zone)}.`} {...moment('starts_at')} />
      <MomentField label="Конец" note="Пусто — ещё не известен" {...moment('ends_at')} />
      {edition !== null && (
        <>
          <TextInput label="Запись" placeholder="https://…" inputMode="url" {...text('recording_url')} />
          <MomentField label="Начало записи" note="Пусто — без времени у глав" {...moment('recording_starts_at')} />
        </>
      )}
      <Switch
        label="Показывать на сайте"
        description="Выключено — концерт и его участников видит только редакция."
        {...toggle('is_public')}
      />
    </FormDialog>
  );
}

interface AddProps {
  show: Show;
  contestants: Contestant[];
  onAdd: (ids: number[]) => Promise<void>;
  onClose: () => void;
}

/** Contestants of other shows who perform in this one too. */
export function AddDialog({ show, contestants, onAdd, onClose }: AddProps) {
  const [chosen, setChosen] = useState<number[]>([]);
  const { mutate: add, isPending: busy, error } = useMutation({ mutationFn: () => onAdd(chosen) });
  return (
    <Dialog title={`Кто ещё выступит: ${quoted(show.title)}`} onClose={onClose}>
      <Stack>
        {contestants.map(({ id, name, song }) => (
          <Checkbox
            key={id}
            label={song ? `${name} — ${quoted(song)}` : name}
            checked={chosen.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              setChosen((now) => (checked ? [...now, id] : now.filter((each) => each !== id)))
            }
          />
        ))}
      </Stack>
      {error && <Problem text={`Ошибка: ${extractError(error)}`} />}
      <FormButtons submit="Добавить" busy={busy} isOff={chosen.length === 0} onSubmit={add} onCancel={onClose} />
    </Dialog>
  );
}
