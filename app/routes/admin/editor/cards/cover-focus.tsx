import { Button } from '@mantine/core';
import { useState } from 'react';
import type { LibraryImage } from '../../../../../model/images/library.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { LoadState, Problem } from '../../../../ui/admin/loading/states.tsx';
import { tellDone, tellProblem } from '../../../../ui/admin/notices.ts';
import { useChange, usePaged } from '../../../../ui/admin/queries.ts';
import { FocusField } from '../../uploads/images/focus-field.tsx';

interface Props {
  /** `/uploads/…` */
  url: string;
  onClose: () => void;
}

/** The focal point of a cover. It belongs to the image: it is saved at once, and for all articles. */
export function CoverFocus({ url, onClose }: Props) {
  const change = useChange('/admin/images');
  const name = url.replace('/uploads/', '');
  const { items, problem, reload } = usePaged<LibraryImage>(`/admin/images?limit=1&q=${name}`);
  const [image] = items ?? [];
  const [chosen, setChosen] = useState<LibraryImage['focus']>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await change('PUT', `/admin/images/${name}`, { body: { focus: chosen } });
      tellDone('Кадр сохранён.');
      onClose();
    } catch (error) {
      tellProblem(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title="Кадр обложки" onClose={onClose}>
      <LoadState data={items} problem={problem} reload={reload} rows={1} height={240} />
      {items && !image && <Problem text="Этой картинки в библиотеке нет." />}
      {image && <FocusField image={image} focus={chosen ?? image.focus} onChange={setChosen} />}
      {image && <p>Кадр действует всюду, где стоит эта картинка.</p>}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Отмена
        </Button>
        <Button onClick={save} loading={busy} disabled={!chosen}>
          Сохранить кадр
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
