import { Button, Flex, Group, NativeSelect, TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import type { Tag } from '../../../../model/articles/tags/tags.ts';
import { isEditor } from '../../../../roles.ts';
import { DateInput } from '../../../ui/admin/fields/moment.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { useAnswer } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './news.module.css';
import type { Filters } from './use-filters.ts';

const SORTS = [
  { value: '', label: 'Сначала новые' },
  { value: 'changed', label: 'Недавно изменённые' },
  { value: 'title', label: 'По алфавиту' },
];

export function FilterBar({ filters: { values, typed, setTyped, set, count } }: { filters: Filters }) {
  const { role } = useSession();
  const [isOpen, setOpen] = useState(false);
  const others = count - Number(values.q !== '');
  const day = (name: 'from' | 'to') => ({
    type: 'date' as const,
    name,
    value: values[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => set({ [name]: currentTarget.value }),
  });
  return (
    <Flex component="search" wrap="wrap" align="end" gap="0.625rem 0.75rem">
      <TextInput
        type="search"
        aria-label="Найти в заголовках и текстах"
        placeholder="Поиск"
        leftSection={<Icon name="search" />}
        flex={{ base: '1 1 9rem', md: '1 1 100%', lg: '1 1 15rem' }}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button variant="default" hiddenFrom="md" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Фильтры{others > 0 && `: ${others}`}
      </Button>
      <Group
        gap="0.625rem 0.75rem"
        align="flex-end"
        className={styles.filters ?? ''}
        {...(!isOpen && { visibleFrom: 'md' })}
      >
        <NativeSelect
          label="Порядок"
          size="md"
          name="sort"
          value={values.sort}
          data={SORTS}
          onChange={({ currentTarget }) => set({ sort: currentTarget.value })}
        />
        <DateInput label="С даты" max={values.to || undefined} {...day('from')} />
        <DateInput label="По дату" min={values.from || undefined} {...day('to')} />
        {isEditor(role) && <AuthorField value={values.author} onChange={(author) => set({ author })} />}
        <TagField value={values.tag} onChange={(tag) => set({ tag })} />
      </Group>
    </Flex>
  );
}

/** Hidden with one author. */
function AuthorField({ value, onChange }: { value: string; onChange: (author: string) => void }) {
  const { data = [] } = useAnswer<string[]>('/admin/journal/people');
  const names = [...new Set([...data, ...(value ? [value] : [])])].sort();
  if (names.length < 2 && !value) return null;
  return (
    <NativeSelect
      label="Автор"
      size="md"
      name="author"
      value={value}
      data={[{ value: '', label: 'Все' }, ...names]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Hidden until there are tags. */
function TagField({ value, onChange }: { value: string; onChange: (tag: string) => void }) {
  const { data = [] } = useAnswer<Tag[]>('/admin/tags');
  if (data.length === 0 && !value) return null;
  const tags = data.map(({ slug, title }) => ({ value: slug, label: title }));
  return (
    <NativeSelect
      label="Тег"
      size="md"
      name="tag"
      value={value}
      data={[{ value: '', label: 'Все' }, ...tags]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
