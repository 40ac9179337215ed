import { Button, FileButton, Group, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { DropField } from '../../../ui/admin/fields/drop-field.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { LoadState, More } from '../../../ui/admin/loading/states.tsx';
import { usePaged } from '../../../ui/admin/queries.ts';
import { Screen } from '../../../ui/admin/screen.tsx';
import type { UploadOptions } from '../../../ui/upload.ts';
import { Uploads, useRemoval, useUploads } from './uploads.tsx';

const PART = '60';
const DEBOUNCE = 300; // ms

/** Parameters of the list's query; '' is off. */
export type Filters = Record<string, string>;

interface Props<T> {
  title: string;
  lead: ReactNode;
  address: string;
  upload: (file: File, options: UploadOptions) => Promise<unknown>;
  accept?: string;
  failure: string; // Before the reason: «Ошибка загрузки файла»
  search: { label: string; placeholder: string; maxLength?: number };
  orders?: { value: string; label: string }[];
  empty: (filters: Filters) => ReactNode; // In place of a list of nothing
  height?: number;
  /** `more`: the button below the list. */
  children: (items: T[], remove: ReturnType<typeof useRemoval>['remove'], more: ReactNode) => ReactNode;
}

export function Library<T extends { name: string }>({ title, address, search, orders, ...props }: Props<T>) {
  const [filters, setFilters] = useState<Filters>({ sort: orders?.[0]?.value ?? '' });
  const [q] = useDebouncedValue(filters.q?.trim() ?? '', DEBOUNCE);
  const asked = Object.fromEntries(Object.entries({ ...filters, q }).filter(([, value]) => value));
  const query = new URLSearchParams({ limit: PART, ...asked });
  const { items, problem, reload, ...rest } = usePaged<T>(`${address}?${query}`);
  const { uploads, add, forget, dayText } = useUploads(props.upload, address);
  const { remove, isGone } = useRemoval(address);
  const set = (name: string, value: string) => setFilters((before) => ({ ...before, [name]: value }));
  return (
    <DropField label={title} onDrop={add}>
      <Screen
        title={title}
        lead={
          <>
            {props.lead} {dayText}
          </>
        }
        actions={
          <FileButton multiple accept={props.accept} onChange={add}>
            {(button) => (
              <Button {...button} leftSection={<Icon name="upload" />}>
                Загрузить
              </Button>
            )}
          </FileButton>
        }
      >
        <Group gap="0.75rem 1.5rem">
          <TextInput
            type="search"
            aria-label={search.label}
            placeholder={search.placeholder}
            maxLength={search.maxLength}
            leftSection={<Icon name="search" />}
            flex="1 1 16rem"
            maw="26rem"
            value={filters.q ?? ''}
            onChange={({ currentTarget }) => set('q', currentTarget.value)}
          />
          {orders && (
            <NativeSelect
              aria-label="Порядок"
              data={orders}
              value={filters.sort}
              onChange={({ currentTarget }) => set('sort', currentTarget.value)}
            />
          )}
          <Switch
            size="sm"
            label="Только неиспользуемые"
            checked={filters.unused === 'true'}
            onChange={({ currentTarget }) => set('unused', currentTarget.checked ? 'true' : '')}
          />
        </Group>
        <Uploads uploads={uploads} failure={props.failure} onForget={forget} />
        <LoadState data={items} problem={problem} reload={reload} rows={3} height={props.height} />
        {items?.length === 0 && props.empty(asked)}
        {items &&
          items.length > 0 &&
          props.children(
            items.filter((item) => !isGone(item)),
            remove,
            <More {...rest} />,
          )}
      </Screen>
    </DropField>
  );
}
