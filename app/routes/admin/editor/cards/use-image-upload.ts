import { useEffect, useRef, useState } from 'react';
import { tellDone, tellProblem } from '../../../../ui/admin/notices.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../../ui/errors/api-error.ts';
import type { UploadedImage } from '../../../../ui/upload.ts';
import { prepareImage } from '../body/uploads/prepare.ts';

interface Words {
  done: string;
  /** What has failed; the reason follows. */
  failed: string;
}

/** One upload: progress (0 to 1), start. Can be aborted: it blocks saving, and a network may hang. */
export function useImageUpload(
  onUploaded: (url: string, alt: string, image: UploadedImage) => void,
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
      const image = await session.upload(await prepareImage(file), { onProgress: setProgress, signal });
      onUploaded(image.url, image.alt ?? '', image);
      tellDone(words.done);
    } catch (error) {
      if (!signal.aborted) tellProblem(`${words.failed}: ${extractError(error)}`);
    }
    setProgress(undefined);
    onBusy?.(false);
  };
  return { progress, upload, stop: () => running.current?.abort() };
}
