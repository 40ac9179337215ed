import { Button, Input, Progress } from '@mantine/core';
import { isEditor } from '../../../../roles.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { ImageFile } from '../editor/cards/image-file.tsx';
import { useImageUpload } from '../editor/cards/use-image-upload.ts';
import { LibraryButton } from '../editor/dialogs/library-button.tsx';
import styles from './programme.module.css';

interface Props {
  value: string;
  error: string | undefined;
  onPick: (url: string) => void;
}

/** Only editors upload pictures and see the library. */
export function PhotoField({ value, error, onPick }: Props) {
  const { role } = useSession();
  const { progress, upload } = useImageUpload(onPick, {
    done: 'Фотография загружена. Сохраните участника, чтобы она появилась на сайте.',
    failed: (reason) => `Ошибка при загрузке фотографии: ${reason}`,
  });
  const isBusy = progress !== undefined;
  return (
    <Input.Wrapper
      label="Фотография"
      labelElement="div"
      error={error}
      description={
        isEditor(role)
          ? 'Лучше всего горизонтальная, от 1600 точек в ширину. Без неё сайт нарисует картинку сам.'
          : 'Фотографии загружает редактор. Без неё сайт нарисует картинку сам.'
      }
    >
      <div className={styles.photo}>
        {isBusy && <Progress value={progress * 100} aria-label="Загрузка фотографии" />}
        {value !== '' && <img src={value} alt="Фотография" />}
        {isEditor(role) && (
          <div className={styles.buttons}>
            <ImageFile
              label={value ? 'Заменить фотографию' : 'Загрузить фотографию'}
              disabled={isBusy}
              onChoose={(file) => void upload(file)}
            />
            <LibraryButton onPick={onPick} />
            {value !== '' && (
              <Button variant="subtle" color="red" px="sm" aria-label="Убрать фотографию" onClick={() => onPick('')}>
                Убрать
              </Button>
            )}
          </div>
        )}
      </div>
    </Input.Wrapper>
  );
}
