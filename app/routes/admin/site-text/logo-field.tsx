import { Button, Progress, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { ImageFile } from '../editor/cards/image-file.tsx';
import { useImageUpload } from '../editor/cards/use-image-upload.ts';
import { LibraryDialog } from '../editor/dialogs/library-dialog.tsx';
import styles from './look.module.css';

interface Props extends TextInputProps {
  value: string;
  onPick: (url: string) => void;
}

const words = {
  done: 'Логотип загружен. Сохраните тексты, чтобы он появился на сайте.',
  failed: (reason: string) => `Ошибка при загрузке логотипа: ${reason}`,
};

export function LogoField({ value, onPick, ...props }: Props) {
  const [isLibraryOpen, setLibraryOpen] = useState(false);
  const { progress, upload } = useImageUpload(onPick, words);
  return (
    <div className={styles.field}>
      <TextInput {...props} value={value} placeholder="Нет: в шапке стоит текст логотипа" />
      {progress !== undefined && <Progress value={progress * 100} aria-label="Загрузка логотипа" />}
      {value !== '' && (
        <div className={styles.previews}>
          <img className={styles.logo} src={value} alt="Логотип на светлой теме" data-theme="light" />
          <img className={styles.logo} src={value} alt="Логотип на тёмной теме" data-theme="dark" />
        </div>
      )}
      <div className={styles.swatches}>
        <ImageFile
          label={value ? 'Заменить логотип' : 'Загрузить логотип'}
          accept="image/png,image/webp,image/jpeg"
          disabled={progress !== undefined}
          onChoose={(file) => void upload(file)}
        />
        <Button variant="subtle" px="sm" onClick={() => setLibraryOpen(true)}>
          Из библиотеки
        </Button>
        {value !== '' && (
          <Button variant="subtle" color="red" px="sm" aria-label="Убрать логотип" onClick={() => onPick('')}>
            Убрать
          </Button>
        )}
      </div>
      <p className={styles.note}>
        Лучше всего PNG или WebP с прозрачным фоном, видный и на светлом, и на тёмном. В шапке он высотой 36 точек; кто
        его не видит, услышит название сайта.
      </p>
      {/* Portal: Enter in its search must not submit the form. */}
      {isLibraryOpen &&
        createPortal(
          <LibraryDialog
            onClose={() => setLibraryOpen(false)}
            onPick={({ url }) => {
              setLibraryOpen(false);
              onPick(url);
            }}
          />,
          document.body,
        )}
    </div>
  );
}
