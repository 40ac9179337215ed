import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { isSame } from '../../../../../model/compare.ts';
import type { LibraryImage } from '../../../../../model/images/library.ts';
import { sizeText } from '../../../../../model/text/size.ts';
import { Dialog, FormButtons } from '../../../../ui/admin/dialog.tsx';
import { ChooseFile } from '../../../../ui/admin/fields/drop-field.tsx';
import { Moment } from '../../../../ui/admin/fields/moment.tsx';
import { fieldProps } from '../../../../ui/admin/form/field-props.ts';
import { Problem } from '../../../../ui/admin/loading/states.tsx';
import { copyAddress, notifySuccess } from '../../../../ui/admin/notices.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { useChange } from '../../../../ui/admin/queries.ts';
import { extractError } from '../../../../ui/errors/api-error.ts';
import { FocusField } from './image-fields.tsx';
import { isShown, ReplaceImage, UsedIn } from './library-image.tsx';

interface Props {
  image: LibraryImage;
  onRemove: () => void;
  onClose: () => void;
}

export function ImageDetails({ image, onRemove, onClose }: Props) {
  const [file, setFile] = useState<File>();
  const { url, width, height, bytes, createdAt } = image;
  return (
    <Dialog title="Картинка" wide onClose={onClose}>
      <ImageForm image={image} onRemove={onRemove} onClose={onClose}>
        <p className={ui.note}>
          {width} × {height}, {sizeText(bytes)}, загружена: <Moment at={createdAt} />
        </p>
        <div className={ui.row}>
          {isShown(image) && (
            <ChooseFile word="Заменить файл" name="replacement" leftSection={null} onChoose={setFile} />
          )}
          <Button variant="default" onClick={() => copyAddress(url)}>
            Скопировать адрес
          </Button>
        </div>
        <UsedIn image={image} />
      </ImageForm>
      {file && <ReplaceImage image={image} file={file} onDone={onClose} onClose={() => setFile(undefined)} />}
    </Dialog>
  );
}

function ImageForm({ image, onRemove, onClose, children }: Props & { children: ReactNode }) {
  const change = useChange('/admin/images');
  // Base of the comparison: `image` follows the list, which may bring the changes of a colleague.
  const [saved, setSaved] = useState(image);
  const [texts, setTexts] = useState({ title: image.title, alt: image.alt, credit: image.credit });
  const [focus, setFocus] = useState(image.focus);
  const set = (name: string, value: unknown) => setTexts((now) => ({ ...now, [name]: value }));
  const { text } = fieldProps(texts, {}, set);
  const changed = Object.entries(texts)
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([name, value]) => value !== saved[name as keyof typeof texts]);
  const body = { ...Object.fromEntries(changed), ...(!isSame(focus, saved.focus) && { focus }) };
  const saving = useMutation({
    mutationFn: (sent: object) => change<LibraryImage>('PUT', `/admin/images/${image.name}`, { body: sent }),
    onSuccess: ({ data }, sent) => {
      setSaved((now) => ({ ...now, ...sent, title: data.title }));
      set('title', data.title);
      notifySuccess('Картинка сохранена.');
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(body);
  };
  return (
    <form noValidate onSubmit={save}>
      <div className={ui.pair}>
        <FocusField image={image} focus={focus} onChange={setFocus} />
        <div className={ui.form}>
          <TextInput
            label="Название"
            description="Для вас и для поиска: читатели его не увидят."
            {...text('title', 120)}
          />
          <Textarea
            label="Описание"
            description="Что на картинке: для тех, кто её не видит. Подставится в новости, где своего описания нет."
            autosize
            minRows={2}
            maxRows={6}
            {...text('alt', 300)}
          />
          <TextInput
            label="Автор"
            description="Кто снял или нарисовал. Подставится под картинку в новостях, где автор не назван."
            {...text('credit', 150)}
          />
          {saving.error && <Problem text={`Ошибка: ${extractError(saving.error)}`} />}
          {children}
        </div>
      </div>
      <FormButtons
        submit="Сохранить"
        cancel="Закрыть"
        busy={saving.isPending}
        isOff={Object.keys(body).length === 0}
        onCancel={onClose}
      >
        {image.deletable && (
          <Button variant="subtle" color="red" onClick={onRemove}>
            Удалить
          </Button>
        )}
      </FormButtons>
    </form>
  );
}
