import { SimpleGrid } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { LibraryImage } from '../../../../../model/images/library.ts';
import { Confirm } from '../../../../ui/admin/confirm.tsx';
import { offerUndo } from '../../../../ui/admin/form/undo.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import { plural } from '../../../../ui/admin/plural.ts';
import { useChange } from '../../../../ui/admin/queries.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { prepareImage } from '../../editor/body/uploads/prepare.ts';
import { smallUrl } from './stored-image.ts';
import { Uses } from './used-in.tsx';

interface Props {
  image: LibraryImage;
  file: File;
  onDone: () => void;
  onClose: () => void;
}

interface Replaced {
  image: LibraryImage;
  changed: string[];
}

export function ReplaceImage({ image, file, onDone, onClose }: Props) {
  const { call, upload } = useSession();
  const change = useChange('/admin/images');
  const preview = usePreview(file);
  const replace = async () => {
    const { url } = await upload(await prepareImage(file));
    const by = url.replace('/uploads/', '');
    const { data } = await change<Replaced>('POST', `/admin/images/${image.name}/replace`, { body: { by } });
    const { changed } = data;
    onDone();
    offerUndo({
      text: `Картинка заменена: ${plural(changed.length, 'место', 'места', 'мест')}.`,
      undo: () => call('POST', `/admin/images/${by}/replace`, { body: { by: image.name, only: changed } }),
    });
  };
  return (
    <Confirm question="Заменить картинку везде, где она стоит?" yes="Заменить" onYes={replace} onNo={onClose}>
      <SimpleGrid cols={2} spacing="sm">
        <figure>
          <img src={smallUrl(image)} alt="" className={ui.picture} style={WHOLE} />
          <figcaption className={ui.note}>Сейчас</figcaption>
        </figure>
        <figure>
          <img src={preview} alt="" className={ui.picture} style={WHOLE} />
          <figcaption className={ui.note}>Станет: {file.name}</figcaption>
        </figure>
      </SimpleGrid>
      <Uses image={image} isNow />
      <p>
        Читатели увидят новую сразу. У каждой новости прибавится версия, прежние версии и корзина останутся с прежней
        картинкой. Описания не изменятся: проверьте, подходят ли они.
      </p>
    </Confirm>
  );
}

const WHOLE = { aspectRatio: '4 / 3', objectFit: 'contain' } as const;

function usePreview(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
