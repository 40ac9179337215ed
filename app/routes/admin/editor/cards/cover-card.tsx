import { Button, Input, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { LibraryImage } from '../../../../../model/images/library.ts';
import { isEditor } from '../../../../../roles.ts';
import { Dialog, FormButtons } from '../../../../ui/admin/dialog.tsx';
import { LoadState, Problem } from '../../../../ui/admin/loading/states.tsx';
import { tellDone, tellProblem } from '../../../../ui/admin/notices.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { useChange, usePaged } from '../../../../ui/admin/queries.ts';
import { Card } from '../../../../ui/admin/screen.tsx';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { FocusField } from '../../uploads/images/focus-field.tsx';
import { PickImage } from '../../uploads/images/pick-image.tsx';
import { type CardProps, useField } from '../draft/use-draft.ts';

const WORDS = { accusative: 'обложку', genitive: 'обложки' };

interface Props extends CardProps {
  /** True during an upload: saving is blocked. */
  onBusy: (is: boolean) => void;
}

export function CoverCard({ draft, errors, onBusy }: Props) {
  const url = useField(draft, 'coverImageUrl');
  const alt = useField(draft, 'coverAlt');
  const { role } = useSession();
  const [isFocusOpen, setFocusOpen] = useState(false);
  return (
    <Card title="Обложка">
      <PickImage
        name="coverImage"
        value={url ?? ''}
        words={WORDS}
        done="Обложка успешно загружена."
        onBusy={onBusy}
        onPick={(picked, coverAlt) => draft.set(picked ? { coverImageUrl: picked, coverAlt } : { coverImageUrl: null })}
      >
        {url && <img className={ui.picture} style={{ maxHeight: '14rem' }} src={url} alt={alt || 'Обложка'} />}
      </PickImage>
      {errors.coverImageUrl && <Input.Error size="md">{errors.coverImageUrl}</Input.Error>}
      {url && (
        <TextInput
          name="coverAlt"
          label="Описание обложки"
          description="Что на ней: его услышат те, кто её не видит"
          value={alt}
          error={errors.coverAlt}
          onChange={({ currentTarget }) => draft.set({ coverAlt: currentTarget.value })}
        />
      )}
      {isEditor(role) && url?.startsWith('/uploads/') && (
        <Button variant="default" size="sm" w="fit-content" onClick={() => setFocusOpen(true)}>
          Кадр обложки
        </Button>
      )}
      {isFocusOpen && url && <CoverFocus url={url} onClose={() => setFocusOpen(false)} />}
    </Card>
  );
}

interface FocusProps {
  url: string;
  onClose: () => void;
}

function CoverFocus({ url, onClose }: FocusProps) {
  const change = useChange('/admin/images');
  const name = url.replace('/uploads/', '');
  const { items, problem, reload } = usePaged<LibraryImage>(`/admin/images?limit=1&q=${name}`);
  const [image] = items ?? [];
  const [chosen, setChosen] = useState<LibraryImage['focus']>();
  const { mutate: save, isPending } = useMutation({
    mutationFn: () => change('PUT', `/admin/images/${name}`, { body: { focus: chosen } }),
    onSuccess: () => {
      tellDone('Кадр сохранён.');
      onClose();
    },
    onError: tellProblem,
  });
  return (
    <Dialog title="Кадр обложки" onClose={onClose}>
      <LoadState data={items} problem={problem} reload={reload} rows={1} height={240} />
      {items && !image && <Problem text="Этой картинки в библиотеке нет." />}
      {image && <FocusField image={image} focus={chosen ?? image.focus} onChange={setChosen} />}
      {image && <p>Кадр действует всюду, где стоит эта картинка.</p>}
      <FormButtons
        submit="Сохранить кадр"
        busy={isPending}
        isOff={!chosen}
        onSubmit={() => save()}
        onCancel={onClose}
      />
    </Dialog>
  );
}
