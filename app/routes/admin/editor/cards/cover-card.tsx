import { Button, Progress, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DropField } from '../../../../ui/admin/fields/drop-field.tsx';
import { Card } from '../../../../ui/admin/screen.tsx';
import { LibraryDialog } from '../dialogs/library-dialog.tsx';
import type { Draft } from '../draft/draft.ts';
import { useField } from '../draft/use-draft.ts';
import styles from './cards.module.css';
import { ImageFile } from './image-file.tsx';
import { useImageUpload } from './use-image-upload.ts';

const words = {
  done: 'Обложка успешно загружена.',
  failed: (reason: string) => `Ошибка при загрузке обложки: ${reason}`,
};

interface Props {
  draft: Draft;
  errors: Record<string, string>;
  /** True during an upload: saving is blocked. */
  onBusy: (is: boolean) => void;
}

export function CoverCard({ draft, errors, onBusy }: Props) {
  const url = useField(draft, 'coverImageUrl');
  const alt = useField(draft, 'coverAlt');
  const [isLibraryOpen, setLibraryOpen] = useState(false);
  const { sent, progress, upload, stop } = useImageUpload(
    (coverImageUrl) => draft.set({ coverImageUrl }),
    words,
    onBusy,
  );
  const shown = sent ?? url;
  return (
    <Card title="Обложка">
      <DropField label="Файл обложки" onDrop={([file]) => file && progress === undefined && void upload(file)}>
        {/* A format the browser cannot decode is shown only after the upload. */}
        {shown && <img key={shown} className={styles.cover} src={shown} alt={alt || 'Обложка'} onError={hide} />}
        {progress !== undefined && <Progress value={progress * 100} aria-label="Загрузка обложки" />}
        <div className={styles.row}>
          <ImageFile
            name="coverImage"
            label={url ? 'Заменить обложку' : 'Загрузить обложку'}
            disabled={progress !== undefined}
            onChoose={(file) => void upload(file)}
          />
          {progress !== undefined && (
            <Button variant="subtle" color="red" px="sm" aria-label="Остановить загрузку обложки" onClick={stop}>
              Остановить
            </Button>
          )}
          {progress === undefined && !url && (
            <Button variant="subtle" px="sm" onClick={() => setLibraryOpen(true)}>
              Из библиотеки
            </Button>
          )}
          {progress === undefined && url && (
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
      </DropField>
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

function hide({ currentTarget }: { currentTarget: HTMLImageElement }): void {
  currentTarget.hidden = true;
}
