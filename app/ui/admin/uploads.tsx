import { CloseButton, Progress } from '@mantine/core';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { sizeText } from '../../../model/text/size.ts';
import type { UploadDay } from '../../../model/uploads/day-limit.ts';
import { extractError } from '../errors/api-error.ts';
import type { UploadOptions } from '../upload.ts';
import { Moment } from './fields/moment.tsx';
import { useLoaded } from './loading/use-loaded.ts';
import { useSession } from './sign-in/session.tsx';
import styles from './uploads.module.css';

interface Upload {
  id: number;
  file: string;
  part: number; // 0 to 1
  problem?: string;
}

/** Uploads sequentially; failed ones stay listed. `dayText` says what is left of the day's limit, from its second half on. */
export function useUploads(
  upload: (file: File, options: UploadOptions) => Promise<unknown>,
  onDone: () => Promise<void>,
) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const count = useRef(0);
  const { call } = useSession();
  const { data: day, reload: reloadDay } = useLoaded(
    useCallback(
      async (signal: AbortSignal) =>
        (await call<UploadDay>('GET', '/admin/me/uploads', { signal, background: true })).data,
      [call],
    ),
  );

  const forget = (id: number) => setUploads((all) => all.filter((each) => each.id !== id));
  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...part } : each)));
  const send = async (id: number, file: File) => {
    try {
      await upload(file, { onProgress: (part) => change(id, { part }) });
      forget(id);
      await onDone();
    } catch (error) {
      change(id, { problem: extractError(error) });
    }
    await reloadDay();
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

interface Props {
  uploads: Upload[];
  /** Before the reason: «Ошибка загрузки файла». */
  failure: string;
  onForget: (id: number) => void;
}

export function Uploads({ uploads, failure, onForget }: Props) {
  return (
    <ul className={styles.uploads} aria-live="polite">
      {uploads.map(({ id, file, part, problem }) => (
        <li key={id} data-failed={problem ? true : undefined}>
          <span className={styles.file}>{problem ? `${failure}: ${problem}` : file}</span>
          {problem ? (
            <>
              <span className={styles.file}>{file}</span>
              <CloseButton aria-label={`Убрать сообщение: ${file}`} onClick={() => onForget(id)} />
            </>
          ) : (
            <Progress
              value={part * 100}
              aria-label={`Загружается ${file}`}
              className={styles.progress ?? ''}
              animated={part >= 1}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
