import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ChangeEvent, useCallback, useState } from 'react';
import type { Tag } from '../../../../model/articles/tags/tags.ts';
import { isEditor } from '../../../../roles.ts';
import { DateInput } from '../../../ui/admin/fields/date-input.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { useLoaded } from '../../../ui/admin/loading/use-loaded.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './filter-bar.module.css';
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
    <search className={styles.bar}>
      <TextInput
        type="search"
        aria-label="Найти в заголовках и текстах"
        placeholder="Поиск"
        leftSection={<Icon name="search" />}
        className={styles.search ?? ''}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button variant="default" className={styles.toggle ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Фильтры{others > 0 && `: ${others}`}
      </Button>
      <div className={styles.more} data-open={isOpen || undefined}>
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
      </div>
    </search>
  );
}

/** Hidden with one author. */
function AuthorField({ value, onChange }: { value: string; onChange: (author: string) => void }) {
  const { call } = useSession();
  const read = useCallback(
    async (signal: AbortSignal) => (await call<string[]>('GET', '/admin/journal/people', { signal })).data,
    [call],
  );
  const { data = [] } = useLoaded(read);
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
  const { call } = useSession();
  const read = useCallback(
    async (signal: AbortSignal) => (await call<Tag[]>('GET', '/admin/tags', { signal })).data,
    [call],
  );
  const { data = [] } = useLoaded(read);
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
