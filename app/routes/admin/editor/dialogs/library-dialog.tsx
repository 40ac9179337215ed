import { Button, type ButtonProps, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { LibraryImage } from '../../../../../model/images/library.ts';
import { isEditor } from '../../../../../roles.ts';
import { Dialog, FormButtons } from '../../../../ui/admin/dialog.tsx';
import { Empty, LoadState, More } from '../../../../ui/admin/loading/states.tsx';
import { notifyError, notifySuccess } from '../../../../ui/admin/notices.ts';
import { usePaged } from '../../../../ui/admin/queries.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../../ui/errors/api-error.ts';
import type { UploadedImage } from '../../../../ui/upload.ts';
import library from '../../uploads/images/images.module.css';
import { altOf, Thumb } from '../../uploads/images/library-image.tsx';
import { prepareImage } from '../body/uploads/prepare.ts';

const PART = 24;
const DEBOUNCE = 300;

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'px'> {
  /** With the description that the article gets. */
  onPick: (image: LibraryImage) => void;
  children?: string;
}

/** Opens the library of images, which authors have not. */
export function LibraryButton({ onPick, children = 'Из библиотеки', ...look }: Props) {
  const { role } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!isEditor(role)) return null;
  const pick = (image: LibraryImage) => {
    setOpen(false);
    onPick({ ...image, alt: altOf(image) });
  };
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {/* Portal: Enter in its search must not submit the form. */}
      {isOpen && createPortal(<LibraryDialog onPick={pick} onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}

function LibraryDialog({ onPick, onClose }: Pick<Props, 'onPick'> & { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [sought] = useDebouncedValue(typed.trim(), DEBOUNCE);
  const query = new URLSearchParams({ limit: String(PART), ...(sought && { q: sought }) });
  const { items, problem, reload, hasMore, loadMore, more } = usePaged<LibraryImage>(`/admin/images?${query}`);
  return (
    <Dialog title="Картинки из библиотеки" wide onClose={onClose}>
      <TextInput
        type="search"
        label="Найти по названию, описанию или новости"
        value={typed}
        data-autofocus
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <LoadState data={items} problem={problem} reload={reload} rows={2} height={160} />
      {items?.length === 0 && <Empty title={sought ? 'Ничего не нашлось' : 'Картинок пока нет'} />}
      <ul className={library.grid}>
        {items?.map((image) => (
          <li key={image.name}>
            <Thumb image={image} onOpen={() => onPick(image)} />
          </li>
        ))}
      </ul>
      <More hasMore={hasMore} loadMore={loadMore} more={more} />
      <FormButtons onCancel={onClose} />
    </Dialog>
  );
}

interface Words {
  done: string;
  /** What has failed; the reason follows. */
  failed: string;
}

/** One upload: progress (0 to 1), start. Can be aborted: it blocks saving, and a network may hang. */
export function useImageUpload(
  onUploaded: (image: UploadedImage) => void,
  words: Words,
  onBusy?: (is: boolean) => void,
) {
  const session = useSession();
  const [progress, setProgress] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const upload = async (file: File) => {
    running.current = new AbortController();
    const { signal } = running.current;
    setProgress(0);
    onBusy?.(true);
    try {
      onUploaded(await session.upload(await prepareImage(file), { onProgress: setProgress, signal }));
      notifySuccess(words.done);
    } catch (error) {
      if (!signal.aborted) notifyError(`${words.failed}: ${extractError(error)}`);
    }
    setProgress(undefined);
    onBusy?.(false);
  };
  return { progress, upload, stop: () => running.current?.abort() };
}
