import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChooseFile, DropField } from '../../../../ui/admin/fields/drop-field.tsx';
import { Progress } from '../../../../ui/admin/loading/states.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import { LibraryButton, useImageUpload } from '../../editor/dialogs/library-dialog.tsx';

interface Props {
  value: string;
  words: { accusative: string; genitive: string }; // «логотип», «логотипа»
  done: string;
  name?: string;
  accept?: string;
  onPick: (url: string, alt: string) => void;
  onBusy?: (is: boolean) => void;
  children: ReactNode;
}

/** The narrowest card has room for two of them. */
const SMALL = { size: 'sm', px: 'xs' };

/** Buttons that upload a picture, take one of the library or remove it. */
export function PickImage({ value, words, done, name, accept, onPick, onBusy, children }: Props) {
  const { accusative, genitive } = words;
  const { progress, upload, stop } = useImageUpload(
    onPick,
    { done, failed: `Ошибка при загрузке ${genitive}` },
    onBusy,
  );
  const isRunning = progress !== undefined;
  return (
    <DropField label={`Загрузка ${genitive}`} onDrop={([file]) => file && !isRunning && void upload(file)}>
      {isRunning && <Progress part={progress} label={`Загрузка ${genitive}`} />}
      {children}
      <div className={ui.row}>
        <ChooseFile
          word={value ? 'Заменить' : `Загрузить ${accusative}`}
          {...SMALL}
          {...(name && { name })}
          {...(accept && { accept })}
          leftSection={null}
          disabled={isRunning}
          onChoose={upload}
        />
        {!isRunning && <LibraryButton {...SMALL} variant="default" onPick={({ url, alt }) => onPick(url, alt)} />}
        {isRunning ? (
          <Button {...SMALL} variant="subtle" color="red" aria-label={`Остановить загрузку ${genitive}`} onClick={stop}>
            Остановить
          </Button>
        ) : (
          value !== '' && (
            <Button
              {...SMALL}
              variant="subtle"
              color="red"
              aria-label={`Убрать ${accusative}`}
              onClick={() => onPick('', '')}
            >
              Убрать
            </Button>
          )
        )}
      </div>
    </DropField>
  );
}
