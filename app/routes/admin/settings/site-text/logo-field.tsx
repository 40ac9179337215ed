import { Button, Progress, TextInput, type TextInputProps } from '@mantine/core';
import ui from '../../../../ui/admin/patterns.module.css';
import { ImageFile } from '../../editor/cards/image-file.tsx';
import { useImageUpload } from '../../editor/cards/use-image-upload.ts';
import { LibraryButton } from '../../editor/dialogs/library-button.tsx';
import styles from './look.module.css';

interface Props extends TextInputProps {
  value: string;
  onPick: (url: string) => void;
  /** Said after an upload. */
  done: string;
  note: string;
  /** The site shows it on a white plate, not on the ground of the page. */
  isOnPlate?: boolean;
}

export function LogoField({ value, onPick, done, note, isOnPlate, ...props }: Props) {
  const { progress, upload } = useImageUpload(onPick, {
    done,
    failed: (reason) => `Ошибка при загрузке логотипа: ${reason}`,
  });
  return (
    <div className={ui.list}>
      <TextInput {...props} value={value} />
      {progress !== undefined && <Progress value={progress * 100} aria-label="Загрузка логотипа" />}
      {value !== '' && (
        <div className={ui.pair}>
          {isOnPlate ? (
            <img className={styles.logo} src={value} alt="Логотип" data-theme="plate" />
          ) : (
            <>
              <img className={styles.logo} src={value} alt="Логотип на светлой теме" data-theme="light" />
              <img className={styles.logo} src={value} alt="Логотип на тёмной теме" data-theme="dark" />
            </>
          )}
        </div>
      )}
      <div className={ui.row}>
        <ImageFile
          label={value ? 'Заменить логотип' : 'Загрузить логотип'}
          accept="image/png,image/webp,image/jpeg"
          disabled={progress !== undefined}
          onChoose={(file) => void upload(file)}
        />
        <LibraryButton onPick={onPick} />
        {value !== '' && (
          <Button variant="subtle" color="red" px="sm" aria-label="Убрать логотип" onClick={() => onPick('')}>
            Убрать
          </Button>
        )}
      </div>
      <p className={ui.note}>{note}</p>
    </div>
  );
}
