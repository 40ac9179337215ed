import { Button, Flex, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Tag } from '../../../../model/articles/tags/tags.ts';
import { isEditor } from '../../../../roles.ts';
import { DateInput } from '../../../ui/admin/fields/moment.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { useGet } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './news.module.css';

const SORTS = [
  { value: '', label: 'Сначала новые' },
  { value: 'changed', label: 'Недавно изменённые' },
  { value: 'title', label: 'По алфавиту' },
];

export function FilterBar({ filters: { values, typed, type, settle, set, count } }: { filters: Filters }) {
  const { role } = useSession();
  const [isOpen, setOpen] = useState(false);
  const others = count - Number(values.q !== '');
  const field = (name: FilterName) => ({
    name,
    size: 'sm',
    value: values[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set({ [name]: currentTarget.value }),
  });
  const { data: people = [] } = useGet<string[]>(isEditor(role) ? '/admin/journal/people' : null);
  const names = [...new Set([...people, ...(values.author ? [values.author] : [])])].sort();
  const { data: tags = [] } = useGet<Tag[]>('/admin/tags');
  return (
    <Flex component="search" wrap={{ base: 'wrap', lg: 'nowrap' }} align="center" gap="0.5rem">
      <TextInput
        type="search"
        aria-label="Найти в заголовках и текстах"
        placeholder="Поиск"
        leftSection={<Icon name="search" />}
        size="sm"
        flex="1 1 10rem"
        miw="10rem"
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={settle}
      />
      <Button variant="default" hiddenFrom="md" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Фильтры{others > 0 && `: ${others}`}
      </Button>
      <Group gap="0.5rem" className={styles.filters ?? ''} {...(!isOpen && { visibleFrom: 'md' })}>
        <NativeSelect aria-label="Порядок" data={SORTS} {...field('sort')} />
        <DateInput type="date" aria-label="С даты" leftSection="с" max={values.to || undefined} {...field('from')} />
        <DateInput type="date" aria-label="По дату" leftSection="по" min={values.from || undefined} {...field('to')} />
        {isEditor(role) && (names.length > 1 || values.author) && (
          <NativeSelect
            aria-label="Автор"
            maw={{ md: '11rem' }}
            data={[{ value: '', label: 'Все авторы' }, ...names]}
            {...field('author')}
          />
        )}
        {(tags.length > 0 || values.tag) && (
          <NativeSelect
            aria-label="Тег"
            maw={{ md: '11rem' }}
            data={[{ value: '', label: 'Все теги' }, ...tags.map(({ slug, title }) => ({ value: slug, label: title }))]}
            {...field('tag')}
          />
        )}
      </Group>
    </Flex>
  );
}

const FILTERS = ['q', 'from', 'to', 'author', 'tag', 'sort'] as const;
type FilterName = (typeof FILTERS)[number];

const DEBOUNCE = 300; // ms

/** Filters of the list in the URL: Back restores them. Search has a debounce, cut short by blur: later it would cancel a navigation. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState(params.get('q') ?? '');
  const set = (change: Partial<Record<FilterName, string>>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const search = useDebouncedCallback((q: string) => set({ q: q.trim() }), DEBOUNCE);

  const values = Object.fromEntries(FILTERS.map((name) => [name, params.get(name) ?? ''])) as Record<
    FilterName,
    string
  >;
  const { sort, ...narrowing } = values;
  return {
    values,
    /** Query of the list, and that of those that narrow it. */
    ...{ query: queryOf(values), narrowing: queryOf(narrowing) },
    typed,
    type: (text: string) => {
      setTyped(text);
      search(text);
    },
    settle: () => search.flush(),
    set,
    count: Object.values(narrowing).filter(Boolean).length,
    clear: () => {
      search.cancel();
      setTyped('');
      set({ q: '', from: '', to: '', author: '', tag: '' });
    },
  };
}

type Filters = ReturnType<typeof useFilters>;

function queryOf(values: Record<string, string>): string {
  return String(new URLSearchParams(Object.entries(values).filter(([, value]) => value)));
}
