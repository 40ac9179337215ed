import { Button, FileButton, Group, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { type FormEvent, useState } from 'react';
import { isEditor } from '../../../../../roles.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { insertImage } from '../body/uploads/places.ts';
import { fromDataUrl } from '../body/uploads/prepare.ts';
import { uploadInto } from '../body/uploads/uploads.ts';
import { LibraryDialog } from '../dialogs/library-dialog.tsx';
import type { TextDialogProps } from './link-dialog.tsx';

export function ImageDialog({ editor, onClose }: TextDialogProps) {
  const selected = useState(() => imageAt(editor))[0];
  const [address, setAddress] = useState('');
  const [alt, setAlt] = useState(selected?.alt ?? '');
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
    if (selected) {
      onClose();
      editor.chain().focus().updateAttributes('image', { alt: alt.trim() }).run();
      return;
    }
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
    <Dialog title={selected ? 'Изображение' : 'Вставить изображение'} onClose={onClose}>
      {selected ? (
        <img
          src={selected.src}
          alt=""
          style={{ maxWidth: '100%', maxHeight: '12rem', justifySelf: 'start', borderRadius: '0.5rem' }}
        />
      ) : (
        <Sources onFiles={upload} onLibrary={() => setLibraryOpen(true)} />
      )}
      <form onSubmit={submit} noValidate style={{ display: 'grid', gap: '1rem' }}>
        {!selected && (
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
        )}
        <TextInput
          label="Описание"
          description="Что на картинке: его услышат те, кто её не видит"
          value={alt}
          {...(selected && { 'data-autofocus': true })}
          onChange={({ currentTarget }) => setAlt(currentTarget.value)}
        />
        <Answers isFilled={selected !== undefined} onClose={onClose} />
      </form>
    </Dialog>
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

function imageAt({ state }: Editor): { src: string; alt: string } | undefined {
  const { selection } = state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return undefined;
  return { src: selection.node.attrs.src, alt: selection.node.attrs.alt ?? '' };
}

function putImage({ view }: Editor, attrs: { src: string; alt: string; width?: number; height?: number }): void {
  const tr = view.state.tr.deleteSelection();
  view.dispatch(insertImage(tr, tr.selection.from, attrs).scrollIntoView());
}
