import { Button, CloseButton, FileButton, Group, NativeSelect, Progress, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { sizeText } from '../../../../model/text/size.ts';
import type { UploadDay } from '../../../../model/uploads/day-limit.ts';
import { DropField } from '../../../ui/admin/fields/drop-field.tsx';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { LoadState, More } from '../../../ui/admin/loading/states.tsx';
import { tellProblem } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { under, useAnswer, useChange, usePaged } from '../../../ui/admin/queries.ts';
import { Screen } from '../../../ui/admin/screen.tsx';
import { extractError } from '../../../ui/errors/api-error.ts';
import type { UploadOptions } from '../../../ui/upload.ts';

const PART = '60';
const AFTER_REST = 300; // ms

/** Of the list's query, without those that are off. */
export type Filters = Record<string, string>;

interface Props<T> {
  title: string;
  lead: ReactNode;
  /** Of the list. */
  address: string;
  upload: (file: File, options: UploadOptions) => Promise<unknown>;
  /** Name of the file button. */
  filesLabel: string;
  accept?: string;
  /** Before the reason: «Ошибка загрузки файла». */
  failure: string;
  search: { label: string; placeholder: string; maxLength?: number };
  /** Their labels, by name in the query. */
  switches: Record<string, string>;
  /** The first one at first. */
  orders?: { value: string; label: string }[];
  /** In place of a list of nothing. */
  empty: (filters: Filters) => ReactNode;
  /** Of a row of the skeleton. */
  height?: number;
  /** `more`: the button below the list. */
  children: (items: T[], remove: ReturnType<typeof useRemoval>['remove'], more: ReactNode) => ReactNode;
}

/** Screen of what was uploaded: takes files by button and drop, and finds them. */
export function Library<T extends { name: string }>({ title, lead, address, search, switches, orders, ...props }: Props<T>) {
  const [filters, setFilters] = useState<Filters>({ sort: orders?.[0]?.value ?? '' });
  const [q] = useDebouncedValue(filters.q?.trim() ?? '', AFTER_REST);
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
            {lead}
            {dayText}
          </>
        }
        actions={
          <FileButton multiple accept={props.accept} onChange={add} inputProps={{ 'aria-label': props.filesLabel }}>
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
              size="md"
              aria-label="Порядок"
              data={orders}
              value={filters.sort}
              onChange={({ currentTarget }) => set('sort', currentTarget.value)}
            />
          )}
          {Object.entries(switches).map(([name, label]) => (
            <Switch
              key={name}
              label={label}
              checked={filters[name] === 'true'}
              onChange={({ currentTarget }) => set(name, currentTarget.checked ? 'true' : '')}
            />
          ))}
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

interface Upload {
  id: number;
  file: string;
  part: number; // 0 to 1
  problem?: string;
}

const DAY = '/admin/me/uploads';

/** Uploads sequentially; failed ones stay listed. `dayText` says what is left of the day's limit, from its second half on. Afterwards what begins with `address` is read again. */
function useUploads(upload: (file: File, options: UploadOptions) => Promise<unknown>, address: string) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const count = useRef(0);
  const client = useQueryClient();
  const { data: day } = useAnswer<UploadDay>(DAY, { background: true });

  const forget = (id: number) => setUploads((all) => all.filter((each) => each.id !== id));
  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...part } : each)));
  const send = async (id: number, file: File) => {
    try {
      await upload(file, { onProgress: (part) => change(id, { part }) });
      forget(id);
    } catch (error) {
      change(id, { problem: extractError(error) });
    }
    await client.invalidateQueries(under(address, DAY));
  };
  const add = (files: File[]) => {
    for (const file of files) {
      const id = ++count.current;
      setUploads((all) => [...all, { id, file: file.name, part: 0 }]);
      queue.current = queue.current.then(() => send(id, file));
    }
  };
  return { uploads, add, forget, dayText: day && textOf(day) };
}

/** Removes uploads under `address` once the undo bar has gone; until then `isGone` hides them. */
function useRemoval(address: string) {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const change = useChange(address);
  const remove = (names: readonly string[], text: string) => {
    const together = new Set(names);
    setGone((before) => before.union(together));
    offerUndo({
      text,
      undo: async () => setGone((before) => before.difference(together)),
      commit: async () => {
        for (const name of names)
          await change('DELETE', `${address}/${name}`, { keepalive: true }).catch((problem) => {
            tellProblem(problem);
            setGone((before) => before.difference(new Set([name])));
          });
      },
    });
  };
  return { remove, isGone: ({ name }: { name: string }) => gone.has(name) };
}

function textOf({ bytes, limit, until }: UploadDay): ReactNode {
  if (bytes < limit / 2) return null;
  if (bytes < limit)
    return (
      <>
        {' '}
        Сегодня можно загрузить ещё {sizeText(limit - bytes)} из {sizeText(limit)}.
      </>
    );
  return (
    <>
      {' '}
      Всё, что можно загрузить за день ({sizeText(limit)}), загружено. Снова можно: <Moment at={until} />.
    </>
  );
}

interface UploadsProps {
  uploads: Upload[];
  failure: string;
  onForget: (id: number) => void;
}

function Uploads({ uploads, failure, onForget }: UploadsProps) {
  return (
    <ul className={ui.list} aria-live="polite">
      {uploads.map(({ id, file, part, problem }) => (
        <li key={id} className={ui.notice} data-kind={problem ? 'bad' : undefined}>
          <Group gap="0.375rem 1rem">
            <span>{problem ? `${failure}: ${problem}` : file}</span>
            {problem ? (
              <>
                <span>{file}</span>
                <CloseButton aria-label={`Убрать сообщение: ${file}`} onClick={() => onForget(id)} />
              </>
            ) : (
              <Progress value={part * 100} aria-label={`Загружается ${file}`} flex="1 1 10rem" animated={part >= 1} />
            )}
          </Group>
        </li>
      ))}
    </ul>
  );
}
