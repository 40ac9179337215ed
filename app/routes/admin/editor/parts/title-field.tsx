import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Draft } from '../draft/draft.ts';
import { useField } from '../draft/use-draft.ts';

interface Props {
  draft: Draft;
  error: string | undefined;
  onEnter: () => void;
}

export function TitleField({ draft, error, onEnter }: Props) {
  const title = useField(draft, 'title');
  const field = useRef<HTMLInputElement>(null);
  const [isNew] = useState(draft.article === null);
  useEffect(() => {
    if (isNew) field.current?.focus();
  }, [isNew]);
  return (
    <TextInput
      ref={field}
      name="title"
      data-autofocus={isNew || undefined}
      label="Заголовок"
      withAsterisk
      aria-required
      size="lg"
      autoComplete="off"
      value={title}
      error={error}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter();
        // The toolbar stands between them: Alt+F10 or Shift+Tab in the text.
        if (event.key !== 'Tab' || event.shiftKey || !draft.body) return;
        event.preventDefault();
        draft.body.focus();
      }}
      onChange={({ currentTarget }) => draft.set({ title: currentTarget.value })}
    />
  );
}
