import { CloseButton, Progress } from '@mantine/core';
import { useRef, useState } from 'react';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../ui/errors/api-error.ts';
import { prepareImage } from '../editor/body/uploads/prepare.ts';
import styles from './images.module.css';

interface Upload {
  id: number;
  file: string;
  part: number; // 0 to 1
  problem?: string;
}

/** Uploads sequentially; failed ones stay listed. */
export function useUploads(onDone: () => Promise<void>) {
  const { upload } = useSession();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const count = useRef(0);

  const forget = (id: number) => setUploads((all) => all.filter((each) => each.id !== id));
  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...part } : each)));
  const send = async (id: number, file: File) => {
    try {
      await upload(await prepareImage(file), { onProgress: (part) => change(id, { part }) });
      forget(id);
      await onDone();
    } catch (error) {
      change(id, { problem: extractError(error) });
    }
  };
  const add = (files: File[]) => {
    for (const file of files) {
      const id = ++count.current;
      setUploads((all) => [...all, { id, file: file.name, part: 0 }]);
      queue.current = queue.current.then(() => send(id, file));
    }
  };
  return { uploads, add, forget };
}

export function Uploads({ uploads, onForget }: { uploads: Upload[]; onForget: (id: number) => void }) {
  return (
    <ul className={styles.uploads} aria-live="polite">
      {uploads.map(({ id, file, part, problem }) => (
        <li key={id} data-failed={problem ? true : undefined}>
          <span className={styles.file}>{problem ? `Ошибка загрузки изображения: ${problem}` : file}</span>
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
