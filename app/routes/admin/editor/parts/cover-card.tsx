import { Button, Progress, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../../../ui/admin/screen.tsx';
import type { Draft } from '../draft/draft.ts';
import { useField } from '../draft/use-draft.ts';
import styles from './cards.module.css';
import { LibraryDialog } from './library-dialog.tsx';
import { PictureFile } from './picture-file.tsx';
import { usePictureUpload } from './use-picture-upload.ts';

const words = {
  done: 'Обложка успешно загружена.',
  failed: (reason: string) => `Ошибка при загрузке обложки: ${reason}`,
};

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
  const { progress, upload } = usePictureUpload((coverImageUrl) => draft.set({ coverImageUrl }), words, onBusy);
  return (
    <Card title="Обложка">
      {url && <img className={styles.cover} src={url} alt={alt || 'Обложка'} />}
      {progress !== undefined && <Progress value={progress * 100} aria-label="Загрузка обложки" />}
      <div className={styles.row}>
        <PictureFile
          name="coverImage"
          label={url ? 'Заменить обложку' : 'Загрузить обложку'}
          disabled={progress !== undefined}
          onChoose={(file) => void upload(file)}
        />
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
