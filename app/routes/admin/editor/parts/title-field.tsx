import { TextInput } from '@mantine/core';
import type { Draft } from '../draft/draft.ts';
import { useField } from '../draft/use-draft.ts';

export function TitleField({ draft, error }: { draft: Draft; error: string | undefined }) {
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
      onChange={({ currentTarget }) => draft.set({ title: currentTarget.value })}
    />
  );
}
