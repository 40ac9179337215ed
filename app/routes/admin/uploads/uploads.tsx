import { CloseButton, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { sizeText } from '../../../../model/text/size.ts';
import type { UploadDay } from '../../../../model/uploads/day-limit.ts';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { LeaveWarning } from '../../../ui/admin/form/leave-warning.tsx';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import { Progress } from '../../../ui/admin/loading/states.tsx';
import { notifyError } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useChange, useGet, withPaths } from '../../../ui/admin/queries.ts';
import { extractError } from '../../../ui/errors/api-error.ts';
import type { UploadOptions } from '../../../ui/upload.ts';

interface Upload {
  id: number;
  file: string;
  part: number; // 0 to 1
  problem?: string;
}

const DAY = '/admin/me/uploads';

/** Uploads sequentially; failed ones stay listed. `dayText` says what is left of the day's limit, from its second half on. Afterwards what begins with `address` is read again. */
export function useUploads(upload: (file: File, options: UploadOptions) => Promise<unknown>, address: string) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const stops = useRef<AbortController[]>([]);
  const client = useQueryClient();
  const { data: day } = useGet<UploadDay>(DAY, { background: true });

  useEffect(() => {
    const { current } = stops;
    return () => {
      for (const stop of current) stop.abort();
    };
  }, []);
  const forget = (id: number) => {
    stops.current[id]?.abort();
    setUploads((all) => all.filter((each) => each.id !== id));
  };
  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...part } : each)));
  const send = async (id: number, file: File, signal: AbortSignal) => {
    if (signal.aborted) return;
    try {
      await upload(file, { onProgress: (part) => change(id, { part }), signal });
      forget(id);
    } catch (error) {
      change(id, { problem: extractError(error) });
    }
    await client.invalidateQueries(withPaths(address, DAY));
  };
  const add = (files: File[]) => {
    for (const file of files) {
      const stop = new AbortController();
      const id = stops.current.push(stop) - 1;
      setUploads((all) => [...all, { id, file: file.name, part: 0 }]);
      queue.current = queue.current.then(() => send(id, file, stop.signal));
    }
  };
  return { uploads, add, forget, dayText: day && textOf(day) };
}

/** Deferred DELETE of uploads under `address`: sent when the undo bar closes; `isGone` hides them until then. */
export function useRemoval(address: string) {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const change = useChange(address);
  const send = (name: string) =>
    change('DELETE', `${address}/${name}`, { keepalive: true }).catch((problem) => {
      notifyError(problem);
      setGone((before) => before.difference(new Set([name])));
    });
  const remove = (names: readonly string[], text: string) => {
    const together = new Set(names);
    setGone((before) => before.union(together));
    offerUndo({
      text,
      undo: async () => setGone((before) => before.difference(together)),
      // All at once: a page that closes sends only what has begun.
      commit: () => Promise.all(names.map(send)),
    });
  };
  return { remove, isGone: ({ name }: { name: string }) => gone.has(name) };
}

function textOf({ bytes, limit, until }: UploadDay): ReactNode {
  if (bytes < limit / 2) return null;
  if (bytes < limit) return `Сегодня можно загрузить ещё ${sizeText(limit - bytes)} из ${sizeText(limit)}.`;
  return (
    <>
      Всё, что можно загрузить за день ({sizeText(limit)}), загружено. Снова можно: <Moment at={until} />.
    </>
  );
}

interface Props {
  uploads: Upload[];
  failure: string;
  onForget: (id: number) => void;
}

export function Uploads({ uploads, failure, onForget }: Props) {
  return (
    <ul className={ui.list} aria-live="polite">
      <LeaveWarning when={uploads.some(({ problem }) => !problem)}>
        Ещё не все файлы загружены. Если уйти, остальные не загрузятся.
      </LeaveWarning>
      {uploads.map(({ id, file, part, problem }) => (
        <li key={id} className={ui.notice} data-kind={problem ? 'bad' : undefined}>
          <Group gap="0.375rem 1rem">
            <div className={ui.about}>
              <span>{file}</span>
              {problem && <span>{`${failure}: ${problem}`}</span>}
            </div>
            {!problem && <Progress part={part} label={`Загружается ${file}`} />}
            <CloseButton
              aria-label={`${problem ? 'Убрать сообщение' : 'Не загружать'}: ${file}`}
              onClick={() => onForget(id)}
            />
          </Group>
        </li>
      ))}
    </ul>
  );
}
