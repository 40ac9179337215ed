import { Button, Image, Input, Progress } from '@mantine/core';
import { isEditor } from '../../../../roles.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { ImageFile } from '../editor/cards/image-file.tsx';
import { useImageUpload } from '../editor/cards/use-image-upload.ts';
import { LibraryButton } from '../editor/dialogs/library-button.tsx';

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
      <div className={ui.list} style={{ marginTop: '0.5rem' }}>
        {isBusy && <Progress value={progress * 100} aria-label="Загрузка фотографии" />}
        {value !== '' && (
          <Image src={value} alt="Фотография" maw="20rem" radius="md" style={{ aspectRatio: '16 / 10' }} />
        )}
        {isEditor(role) && (
          <div className={ui.row}>
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
