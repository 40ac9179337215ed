import { Button, Input, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { LibraryImage } from '../../../../../model/images/library.ts';
import { isEditor } from '../../../../../roles.ts';
import { Dialog, FormButtons } from '../../../../ui/admin/dialog.tsx';
import { ChooseFile, DropField } from '../../../../ui/admin/fields/drop-field.tsx';
import { LoadState, Problem, Progress } from '../../../../ui/admin/loading/states.tsx';
import { tellDone, tellProblem } from '../../../../ui/admin/notices.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { useChange, usePaged } from '../../../../ui/admin/queries.ts';
import { Card } from '../../../../ui/admin/screen.tsx';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { FocusField } from '../../uploads/images/focus-field.tsx';
import { LibraryButton } from '../dialogs/library-dialog.tsx';
import { type CardProps, useField } from '../draft/use-draft.ts';
import { useImageUpload } from './use-image-upload.ts';

const words = { done: 'Обложка успешно загружена.', failed: 'Ошибка при загрузке обложки' };

interface Props extends CardProps {
  /** True during an upload: saving is blocked. */
  onBusy: (is: boolean) => void;
}

export function CoverCard({ draft, errors, onBusy }: Props) {
  const url = useField(draft, 'coverImageUrl');
  const alt = useField(draft, 'coverAlt');
  const { role } = useSession();
  const [isFocusOpen, setFocusOpen] = useState(false);
  const { sent, progress, upload, stop } = useImageUpload(
    (coverImageUrl, coverAlt) => draft.set({ coverImageUrl, coverAlt }),
    words,
    onBusy,
  );
  const shown = sent ?? url;
  return (
    <Card title="Обложка">
      <DropField label="Файл обложки" onDrop={([file]) => file && progress === undefined && void upload(file)}>
        {/* A format the browser cannot decode is shown only after the upload. */}
        {shown && (
          <img
            key={shown}
            className={ui.picture}
            style={{ maxHeight: '14rem' }}
            src={shown}
            alt={alt || 'Обложка'}
            onError={hide}
          />
        )}
        {progress !== undefined && <Progress part={progress} label="Загрузка обложки" />}
        <div className={ui.row}>
          <ChooseFile
            name="coverImage"
            word={url ? 'Заменить' : 'Загрузить обложку'}
            {...SMALL}
            leftSection={null}
            disabled={progress !== undefined}
            onChoose={upload}
          />
          {progress !== undefined ? (
            <Act label="Остановить загрузку обложки" isRed onClick={stop}>
              Остановить
            </Act>
          ) : (
            <LibraryButton
              {...SMALL}
              variant="default"
              onPick={(image) => draft.set({ coverImageUrl: image.url, coverAlt: image.alt })}
            />
          )}
          {progress === undefined && url && (
            <>
              {isEditor(role) && url.startsWith('/uploads/') && (
                <Act label="Кадр обложки" onClick={() => setFocusOpen(true)}>
                  Кадр
                </Act>
              )}
              <Act label="Убрать обложку" isRed onClick={() => draft.set({ coverImageUrl: null })}>
                Убрать
              </Act>
            </>
          )}
        </div>
      </DropField>
      {errors.coverImageUrl && <Input.Error size="md">{errors.coverImageUrl}</Input.Error>}
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
      {isFocusOpen && url && <CoverFocus url={url} onClose={() => setFocusOpen(false)} />}
    </Card>
  );
}

/** Three of them stand side by side in the narrowest card. */
const SMALL = { size: 'sm', px: 'xs' };

interface ActProps {
  label: string;
  isRed?: boolean;
  onClick: () => void;
  children: string;
}

function Act({ label, isRed, onClick, children }: ActProps) {
  return (
    <Button {...SMALL} variant="subtle" aria-label={label} {...(isRed && { color: 'red' })} onClick={onClick}>
      {children}
    </Button>
  );
}

function hide({ currentTarget }: { currentTarget: HTMLImageElement }): void {
  currentTarget.hidden = true;
}

interface FocusProps {
  url: string;
  onClose: () => void;
}

function CoverFocus({ url, onClose }: FocusProps) {
  const change = useChange('/admin/images');
  const name = url.replace('/uploads/', '');
  const { items, problem, reload } = usePaged<LibraryImage>(`/admin/images?limit=1&q=${name}`);
  const [image] = items ?? [];
  const [chosen, setChosen] = useState<LibraryImage['focus']>();
  const { mutate: save, isPending } = useMutation({
    mutationFn: () => change('PUT', `/admin/images/${name}`, { body: { focus: chosen } }),
    onSuccess: () => {
      tellDone('Кадр сохранён.');
      onClose();
    },
    onError: tellProblem,
  });
  return (
    <Dialog title="Кадр обложки" onClose={onClose}>
      <LoadState data={items} problem={problem} reload={reload} rows={1} height={240} />
      {items && !image && <Problem text="Этой картинки в библиотеке нет." />}
      {image && <FocusField image={image} focus={chosen ?? image.focus} onChange={setChosen} />}
      {image && <p>Кадр действует всюду, где стоит эта картинка.</p>}
      <FormButtons
        submit="Сохранить кадр"
        busy={isPending}
        isOff={!chosen}
        onSubmit={() => save()}
        onCancel={onClose}
      />
    </Dialog>
  );
}
