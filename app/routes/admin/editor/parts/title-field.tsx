import { TextInput } from '@mantine/core';
import type { Draft } from '../draft/draft.ts';
import { useField } from '../draft/use-draft.ts';

interface Props {
  draft: Draft;
  error: string | undefined;
  onEnter: () => void;
}

export function TitleField({ draft, error, onEnter }: Props) {
  const title = useField(draft, 'title');
  return (
    <TextInput
      name="title"
      label="Заголовок"
      withAsterisk
      aria-required
      size="lg"
      autoComplete="off"
      value={title}
      error={error}
      onKeyDown={({ key }) => key === 'Enter' && onEnter()}
      onChange={({ currentTarget }) => draft.set({ title: currentTarget.value })}
    />
  );
}
