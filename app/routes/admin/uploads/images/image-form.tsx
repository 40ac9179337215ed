import { Anchor, Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { LibraryImage } from '../../../../../model/images/library.ts';
import { Problem } from '../../../../ui/admin/loading/states.tsx';
import { tellDone } from '../../../../ui/admin/notices.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { useChange } from '../../../../ui/admin/queries.ts';
import { extractError } from '../../../../ui/errors/api-error.ts';
import { FocusField } from './focus-field.tsx';

/** Title, description and focal point of an image. */
export function ImageForm({ image, children }: { image: LibraryImage; children: ReactNode }) {
  const change = useChange('/admin/images');
  const [title, setTitle] = useState(image.title);
  const [alt, setAlt] = useState(image.alt);
  const [focus, setFocus] = useState(image.focus);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const body = {
    ...(title.trim() !== image.title && { title }),
    ...(alt.trim() !== image.alt && { alt }),
    ...((focus.x !== image.focus.x || focus.y !== image.focus.y) && { focus }),
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      const { data } = await change<LibraryImage>('PUT', `/admin/images/${image.name}`, { body });
      setTitle(data.title);
      tellDone('Картинка сохранена.');
    } catch (error) {
      setProblem(extractError(error));
    }
    setBusy(false);
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
        {problem && <Problem text={`Ошибка: ${problem}`} />}
        <Button type="submit" loading={busy} disabled={Object.keys(body).length === 0}>
          Сохранить
        </Button>
        {children}
      </div>
    </form>
  );
}
