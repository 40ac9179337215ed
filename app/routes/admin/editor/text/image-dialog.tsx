import { Button, FileButton, Group, TextInput } from '@mantine/core';
import type { NodeWithPos } from '@tiptap/core';
import { useState } from 'react';
import { ChooseFile } from '../../../../ui/admin/fields/drop-field.tsx';
import type { UploadedImage } from '../../../../ui/upload.ts';
import {
  changed,
  dropWords,
  foundAt,
  type ImageAttributes,
  insertPictures,
  placeAtCursor,
} from '../body/blocks/pictures/commands.ts';
import { fromDataUrl } from '../body/uploads/prepare.ts';
import { uploadInto } from '../body/uploads/uploads.ts';
import { LibraryButton, useImageUpload } from '../dialogs/library-dialog.tsx';
import { AddressField, type TextDialogProps, TextForm, useAddress } from './text-form.tsx';

/** Inserts a picture; describes or replaces the one that is selected, or whose words have the cursor. */
export function ImageDialog({ editor, onClose }: TextDialogProps) {
  const selected = useState(() => foundAt(editor.state, 'image') ?? foundAt(editor.state, 'figure'))[0];
  const leave = () => {
    onClose();
    editor.view.focus();
  };
  const props = { editor, onClose, leave };
  return selected ? <ChangeDialog {...props} {...selected} /> : <InsertDialog {...props} />;
}

interface Props extends TextDialogProps {
  leave: () => void;
}

function InsertDialog({ editor, onClose, leave }: Props) {
  const { address, field, refuse } = useAddress();
  const [alt, setAlt] = useState('');

  const upload = (files: Blob[]) => {
    if (files.length === 0) return;
    leave();
    uploadInto(editor, files, alt.trim());
  };
  const put = (attrs: ImageAttributes) => {
    leave();
    const tr = dropWords(editor.view.state.tr);
    editor.view.dispatch(insertPictures(tr, placeAtCursor(tr), [attrs]).scrollIntoView());
  };
  const submit = () => {
    const src = address.trim();
    const data = /^data:/i.test(src) ? fromDataUrl(src) : undefined;
    if (data) upload([data]);
    else if (/^https?:\/\/\S+$/i.test(src) || src.startsWith('/uploads/')) put({ src, alt: alt.trim() });
    else refuse('Нужен адрес картинки, который начинается с https:// или http://, либо выберите файл.');
  };
  return (
    <TextForm title="Вставить изображение" submit="Готово" isQuiet onSubmit={submit} onClose={onClose}>
      <Group grow gap="xs">
        <FileButton accept="image/*" multiple onChange={upload}>
          {(props) => (
            <Button {...props} px="xs" data-autofocus>
              Выбрать файл
            </Button>
          )}
        </FileButton>
        <LibraryButton
          variant="default"
          px="xs"
          onPick={({ url, width, height, alt: described }) => put({ src: url, alt: described, width, height })}
        />
      </Group>
      <AddressField {...field} label="Или адрес картинки" description="" />
      <TextInput {...ALT} value={alt} onChange={({ currentTarget }) => setAlt(currentTarget.value)} />
    </TextForm>
  );
}

const ALT = { label: 'Описание', description: 'Что на картинке: его услышат те, кто её не видит' };

const WORDS = { done: 'Картинка заменена.', failed: 'Ошибка загрузки изображения' };

function ChangeDialog({ editor, onClose, leave, pos, node }: Props & NodeWithPos) {
  const image = node.attrs as ImageAttributes;
  const [alt, setAlt] = useState(image.alt ?? '');
  const change = (attrs: Partial<ImageAttributes>) => {
    leave();
    editor.view.dispatch(changed(editor.state.tr, pos, attrs));
  };
  // As in the library, the replaced picture's description is kept where the new one has none.
  const replace = ({ url, alt: described, width, height }: UploadedImage) => {
    const isEdited = alt !== (image.alt ?? '');
    change({ src: url, width: width ?? null, height: height ?? null, alt: isEdited ? alt.trim() : described || alt });
  };
  const { progress, upload } = useImageUpload(replace, WORDS);
  return (
    <TextForm title="Изображение" submit="Готово" onSubmit={() => change({ alt: alt.trim() })} onClose={onClose}>
      <img
        src={image.src}
        alt=""
        style={{ maxWidth: '100%', maxHeight: '12rem', alignSelf: 'start', borderRadius: '0.5rem' }}
      />
      <TextInput {...ALT} value={alt} data-autofocus onChange={({ currentTarget }) => setAlt(currentTarget.value)} />
      <Group grow gap="xs">
        <ChooseFile
          word="Заменить файлом"
          px="xs"
          leftSection={null}
          loading={progress !== undefined}
          onChoose={upload}
        />
        <LibraryButton variant="default" px="xs" onPick={replace} />
      </Group>
    </TextForm>
  );
}
