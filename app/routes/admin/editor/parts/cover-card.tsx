import { Button, Progress, TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { tellDone, tellProblem } from '../../../../ui/admin/notices.ts';
import { Card } from '../../../../ui/admin/screen.tsx';
import { useSession } from '../../../../ui/admin/session.tsx';
import { extractError } from '../../../../ui/api-error.ts';
import { preparePicture } from '../body/uploads/prepare.ts';
import type { Draft } from '../draft/draft.ts';
import { useField } from '../draft/use-draft.ts';
import styles from './cards.module.css';
import { LibraryDialog } from './library-dialog.tsx';

interface Props {
  draft: Draft;
  errors: Record<string, string>;
  /** Whether a cover is on its way: nothing may be saved meanwhile. */
  onBusy: (is: boolean) => void;
}

export function CoverCard({ draft, errors, onBusy }: Props) {
  const url = useField(draft, 'coverImageUrl');
  const alt = useField(draft, 'coverAlt');
  const [isLibraryOpen, setLibraryOpen] = useState(false);
  const { progress, upload } = useCoverUpload(draft, onBusy);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // The same file may be chosen again after a failure.
    currentTarget.value = '';
    if (file) void upload(file);
  };
  return (
    <Card title="Обложка">
      {url && <img className={styles.cover} src={url} alt={alt || 'Обложка'} />}
      {progress !== undefined && <Progress value={progress * 100} aria-label="Загрузка обложки" />}
      <div className={styles.row}>
        <label className={styles.file} data-disabled={progress !== undefined || undefined}>
          <input type="file" name="coverImage" accept="image/*" onChange={choose} disabled={progress !== undefined} />
          {url ? 'Заменить обложку' : 'Загрузить обложку'}
        </label>
        {!url && (
          <Button variant="subtle" px="sm" onClick={() => setLibraryOpen(true)}>
            Из библиотеки
          </Button>
        )}
        {url && (
          <Button
            variant="subtle"
            color="red"
            px="sm"
            aria-label="Убрать обложку"
            onClick={() => draft.set({ coverImageUrl: null })}
          >
            Убрать
          </Button>
        )}
      </div>
      {errors.coverImageUrl && <p className={styles.error}>{errors.coverImageUrl}</p>}
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
      {isLibraryOpen && (
        <LibraryDialog
          onClose={() => setLibraryOpen(false)}
          onPick={(image) => {
            setLibraryOpen(false);
            draft.set({ coverImageUrl: image.url, coverAlt: image.alt });
          }}
        />
      )}
    </Card>
  );
}

function useCoverUpload(draft: Draft, onBusy: (is: boolean) => void) {
  const session = useSession();
  const [progress, setProgress] = useState<number>();
  const upload = async (file: File) => {
    setProgress(0);
    onBusy(true);
    try {
      const { url } = await session.upload(await preparePicture(file), { onProgress: setProgress });
      draft.set({ coverImageUrl: url });
      tellDone('Обложка успешно загружена.');
    } catch (error) {
      tellProblem(`Ошибка при загрузке обложки: ${extractError(error)}`);
    }
    setProgress(undefined);
    onBusy(false);
  };
  return { progress, upload };
}
