import { Anchor, Button, FileButton, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { LibraryImage } from '../../../../../model/images/library.ts';
import { sizeText } from '../../../../../model/text/size.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { Moment } from '../../../../ui/admin/fields/moment.tsx';
import { Problem } from '../../../../ui/admin/loading/states.tsx';
import { copyAddress, tellDone } from '../../../../ui/admin/notices.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { useChange } from '../../../../ui/admin/queries.ts';
import { extractError } from '../../../../ui/errors/api-error.ts';
import { FocusField } from './focus-field.tsx';
import { ReplaceImage, UsedIn } from './image-uses.tsx';
import { isShown } from './thumb.tsx';

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
      <ImageForm image={image}>
        <p className={ui.note}>
          {width} × {height}, {sizeText(bytes)}, загружена: <Moment at={createdAt} />
        </p>
        <div className={ui.row}>
          {isShown(image) && (
            <FileButton
              accept="image/*"
              onChange={(chosen) => chosen && setFile(chosen)}
              inputProps={{ 'aria-label': 'Файл вместо этой картинки' }}
            >
              {(props) => (
                <Button {...props} variant="default">
                  Заменить файл
                </Button>
              )}
            </FileButton>
          )}
          <Button variant="default" onClick={() => copyAddress(url)}>
            Скопировать адрес
          </Button>
        </div>
        <UsedIn image={image} />
      </ImageForm>
      <DialogButtons>
        {image.deletable && (
          <Button variant="subtle" color="red" onClick={onRemove}>
            Удалить
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Закрыть
        </Button>
      </DialogButtons>
      {file && <ReplaceImage image={image} file={file} onDone={onClose} onClose={() => setFile(undefined)} />}
    </Dialog>
  );
}

/** Title, description and focal point of an image. */
function ImageForm({ image, children }: { image: LibraryImage; children: ReactNode }) {
  const change = useChange('/admin/images');
  const [title, setTitle] = useState(image.title);
  const [alt, setAlt] = useState(image.alt);
  const [credit, setCredit] = useState(image.credit);
  const [focus, setFocus] = useState(image.focus);
  const body = {
    ...(title.trim() !== image.title && { title }),
    ...(alt.trim() !== image.alt && { alt }),
    ...(credit.trim() !== image.credit && { credit }),
    ...((focus.x !== image.focus.x || focus.y !== image.focus.y) && { focus }),
  };
  const saving = useMutation({
    mutationFn: () => change<LibraryImage>('PUT', `/admin/images/${image.name}`, { body }),
    onSuccess: ({ data }) => {
      setTitle(data.title);
      tellDone('Картинка сохранена.');
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form noValidate className={ui.pair} onSubmit={save}>
      <FocusField image={image} focus={focus} onChange={setFocus} />
      <div className={ui.form}>
        <TextInput
          name="title"
          label="Название"
          description="Для вас и для поиска: читатели его не увидят."
          maxLength={120}
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Textarea
          name="alt"
          label="Описание"
          description="Что на картинке: для тех, кто её не видит. Подставится в новости, где своего описания нет."
          autosize
          minRows={2}
          maxRows={6}
          maxLength={300}
          value={alt}
          onChange={({ currentTarget }) => setAlt(currentTarget.value)}
        />
        {alt === '' && image.altInNews && (
          <p className={ui.note}>
            В новости она описана так: «{image.altInNews}».{' '}
            <Anchor component="button" type="button" inherit onClick={() => setAlt(image.altInNews)}>
              Взять это описание
            </Anchor>
          </p>
        )}
        <TextInput
          name="credit"
          label="Автор"
          description="Кто снял или нарисовал. Подставится под картинку в новостях, где автор не назван."
          maxLength={150}
          value={credit}
          onChange={({ currentTarget }) => setCredit(currentTarget.value)}
        />
        {saving.error && <Problem text={`Ошибка: ${extractError(saving.error)}`} />}
        <Button type="submit" loading={saving.isPending} disabled={Object.keys(body).length === 0}>
          Сохранить
        </Button>
        {children}
      </div>
    </form>
  );
}
