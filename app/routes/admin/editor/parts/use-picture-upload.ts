import { useState } from 'react';
import { tellDone, tellProblem } from '../../../../ui/admin/notices.ts';
import { useSession } from '../../../../ui/admin/session.tsx';
import { extractError } from '../../../../ui/api-error.ts';
import { preparePicture } from '../body/uploads/prepare.ts';

interface Words {
  done: string;
  failed: (reason: string) => string;
}

/** One picture on its way to the server: how much of it has gone, from 0 to 1, and the start of another. */
export function usePictureUpload(onUploaded: (url: string) => void, words: Words, onBusy?: (is: boolean) => void) {
  const session = useSession();
  const [progress, setProgress] = useState<number>();
  const upload = async (file: File) => {
    setProgress(0);
    onBusy?.(true);
    try {
      const { url } = await session.upload(await preparePicture(file), { onProgress: setProgress });
      onUploaded(url);
      tellDone(words.done);
    } catch (error) {
      tellProblem(words.failed(extractError(error)));
    }
    setProgress(undefined);
    onBusy?.(false);
  };
  return { progress, upload };
}
