import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChooseFile, DropField } from '../../../../ui/admin/fields/drop-field.tsx';
import { Progress } from '../../../../ui/admin/loading/states.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import { useImageUpload } from '../../editor/cards/use-image-upload.ts';
import { LibraryButton } from '../../editor/dialogs/library-dialog.tsx';

interface Props {
  value: string;
  words: { accusative: string; genitive: string }; // «логотип», «логотипа»
  done: string;
  accept?: string;
  onPick: (url: string) => void;
  children: ReactNode;
}

/** Buttons that upload a picture, take one of the library or remove it. */
export function PickImage({ value, words: { accusative, genitive }, done, accept, onPick, children }: Props) {
  const { progress, upload } = useImageUpload(onPick, { done, failed: `Ошибка при загрузке ${genitive}` });
  return (
    <DropField label={`Загрузка ${genitive}`} onDrop={([file]) => file && void upload(file)}>
      {progress !== undefined && <Progress part={progress} label={`Загрузка ${genitive}`} />}
      {children}
      <div className={ui.row}>
        <ChooseFile
          word={`${value ? 'Заменить' : 'Загрузить'} ${accusative}`}
          {...(accept && { accept })}
          leftSection={null}
          disabled={progress !== undefined}
          onChoose={upload}
        />
        <LibraryButton variant="default" onPick={({ url }) => onPick(url)} />
        {value !== '' && (
          <Button variant="subtle" color="red" px="sm" aria-label={`Убрать ${accusative}`} onClick={() => onPick('')}>
            Убрать
          </Button>
        )}
      </div>
    </DropField>
  );
}
