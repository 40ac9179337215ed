import { Button, FileButton, Group, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { type FormEvent, useState } from 'react';
import { isEditor } from '../../../../../roles.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import {
  changed,
  dropWords,
  foundAt,
  type ImageAttributes,
  inlineImageAt,
  insertPictures,
  placeAtCursor,
} from '../body/blocks/pictures/commands.ts';
import { fromDataUrl } from '../body/uploads/prepare.ts';
import { uploadInto } from '../body/uploads/uploads.ts';
import { useImageUpload } from '../cards/use-image-upload.ts';
import { LibraryDialog } from '../dialogs/library-dialog.tsx';
import type { TextDialogProps } from './link-dialog.tsx';

/** Inserts a picture; describes or replaces the one that is selected, or whose words have the cursor. */
export function ImageDialog({ editor, onClose }: TextDialogProps) {
  const selected = useState(() => imageAt(editor))[0];
  return selected ? (
    <ChangeDialog editor={editor} onClose={onClose} {...selected} />
  ) : (
    <InsertDialog editor={editor} onClose={onClose} />
  );
}

function InsertDialog({ editor, onClose }: TextDialogProps) {
  const [address, setAddress] = useState('');
  const [alt, setAlt] = useState('');
  const [problem, setProblem] = useState('');
  const [isLibraryOpen, setLibraryOpen] = useState(false);

  const leave = () => {
    onClose();
    editor.view.focus();
  };
  const upload = (files: File[]) => {
    if (files.length === 0) return;
    leave();
    uploadInto(editor, files, alt.trim());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const src = address.trim();
    const data = /^data:/i.test(src) ? fromDataUrl(src) : undefined;
    if (!data && !/^https?:\/\/\S+$/i.test(src) && !src.startsWith('/uploads/')) {
      return setProblem('Нужен адрес картинки, который начинается с https:// или http://, либо выберите файл.');
    }
    leave();
    if (data) uploadInto(editor, [data], alt.trim());
    else putImage(editor, { src, alt: alt.trim() });
  };
  if (isLibraryOpen)
    return (
      <LibraryDialog
        onClose={() => setLibraryOpen(false)}
        onPick={({ url, width, height, alt: described }) => {
          leave();
          putImage(editor, { src: url, alt: described, width, height });
        }}
      />
    );
  return (
    <Dialog title="Вставить изображение" onClose={onClose}>
      <Sources onFiles={upload} onLibrary={() => setLibraryOpen(true)} />
      <form onSubmit={submit} noValidate style={{ display: 'grid', gap: '1rem' }}>
        <TextInput
          label="Или адрес картинки"
          value={address}
          error={problem}
          inputMode="url"
          autoComplete="off"
          onChange={({ currentTarget }) => {
            setAddress(currentTarget.value);
            setProblem('');
          }}
        />
        <AltField alt={alt} onChange={setAlt} />
        <Answers isFilled={false} onClose={onClose} />
      </form>
    </Dialog>
  );
}

interface Selected {
  pos: number;
  image: ImageAttributes;
}

const WORDS = {
  done: 'Картинка заменена.',
  failed: (reason: string) => `Ошибка загрузки изображения: ${reason}`,
};

function ChangeDialog({ editor, onClose, pos, image }: TextDialogProps & Selected) {
  const { role } = useSession();
  const [alt, setAlt] = useState(image.alt ?? '');
  const [isLibraryOpen, setLibraryOpen] = useState(false);
  const change = (attrs: Partial<ImageAttributes>) => {
    onClose();
    editor.view.focus();
    editor.view.dispatch(changed(editor.state.tr, pos, attrs));
  };
  // As in the library: a picture without a description gets that of the one it replaces.
  const replace = (src: string, described: string, width?: number, height?: number) => {
    const isEdited = alt !== (image.alt ?? '');
    const words = isEdited ? alt.trim() : described || alt;
    change({ src, width: width ?? null, height: height ?? null, alt: words });
  };
  const { progress, upload } = useImageUpload(
    (url, described, { width, height }) => replace(url, described, width, height),
    WORDS,
  );
  if (isLibraryOpen)
    return (
      <LibraryDialog
        onClose={() => setLibraryOpen(false)}
        onPick={({ url, alt: described, width, height }) => replace(url, described, width, height)}
      />
    );
  return (
    <Dialog title="Изображение" onClose={onClose}>
      <img
        src={image.src}
        alt=""
        style={{ maxWidth: '100%', maxHeight: '12rem', justifySelf: 'start', borderRadius: '0.5rem' }}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          change({ alt: alt.trim() });
        }}
        noValidate
        style={{ display: 'grid', gap: '1rem' }}
      >
        <AltField alt={alt} onChange={setAlt} isFirst />
        <Group>
          <FileButton accept="image/*" onChange={(file) => file && upload(file)}>
            {(props) => (
              <Button {...props} variant="default" loading={progress !== undefined}>
                Заменить файлом
              </Button>
            )}
          </FileButton>
          {isEditor(role) && (
            <Button variant="default" onClick={() => setLibraryOpen(true)}>
              Заменить из библиотеки
            </Button>
          )}
        </Group>
        <Answers isFilled onClose={onClose} />
      </form>
    </Dialog>
  );
}

function AltField({ alt, onChange, isFirst }: { alt: string; onChange: (alt: string) => void; isFirst?: boolean }) {
  return (
    <TextInput
      label="Описание"
      description="Что на картинке: его услышат те, кто её не видит"
      value={alt}
      {...(isFirst && { 'data-autofocus': true })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function Answers({ isFilled, onClose }: { isFilled: boolean; onClose: () => void }) {
  return (
    <DialogButtons>
      <Button variant="default" onClick={onClose}>
        Отмена
      </Button>
      <Button type="submit" variant={isFilled ? 'filled' : 'default'}>
        Готово
      </Button>
    </DialogButtons>
  );
}

function Sources({ onFiles, onLibrary }: { onFiles: (files: File[]) => void; onLibrary: () => void }) {
  const { role } = useSession();
  return (
    <Group>
      <FileButton accept="image/*" multiple onChange={onFiles}>
        {(props) => (
          <Button {...props} data-autofocus>
            Выбрать файл
          </Button>
        )}
      </FileButton>
      {isEditor(role) && (
        <Button variant="default" onClick={onLibrary}>
          Из библиотеки
        </Button>
      )}
    </Group>
  );
}

function imageAt({ state }: Editor): Selected | undefined {
  const found = inlineImageAt(state) ?? foundAt(state, 'figure');
  return found && { pos: found.pos, image: found.node.attrs as ImageAttributes };
}

function putImage({ view }: Editor, attrs: ImageAttributes): void {
  const tr = dropWords(view.state.tr);
  view.dispatch(insertPictures(tr, placeAtCursor(tr), [attrs]).scrollIntoView());
}
