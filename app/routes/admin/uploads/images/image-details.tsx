import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import type { LibraryImage } from '../../../../../model/images/library.ts';
import { sizeText } from '../../../../../model/text/size.ts';
import { Confirm } from '../../../../ui/admin/confirm.tsx';
import { copyAddress } from '../../../../ui/admin/copy.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { Moment } from '../../../../ui/admin/fields/moment.tsx';
import { tellDone } from '../../../../ui/admin/notices.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { useChange } from '../../../../ui/admin/queries.ts';
import { ImageForm } from './image-form.tsx';
import { ReplaceImage } from './replace-image.tsx';
import { isShown } from './stored-image.ts';
import { UsedIn } from './used-in.tsx';

interface Props {
  image: LibraryImage;
  onClose: () => void;
}

export function ImageDetails({ image, onClose }: Props) {
  const change = useChange('/admin/images');
  const [isAsking, setAsking] = useState(false);
  const [file, setFile] = useState<File>();
  const { name, url, width, height, bytes, createdAt } = image;
  const remove = async () => {
    await change('DELETE', `/admin/images/${name}`);
    onClose();
    tellDone('Картинка удалена.');
  };
  return (
    <Dialog title="Картинка" wide onClose={onClose}>
      <ImageForm image={image}>
        <p className={ui.note}>
          {width} × {height}, {sizeText(bytes)}, загружена: <Moment at={createdAt} />
        </p>
        <UsedIn image={image} />
      </ImageForm>
      <DialogButtons>
        {image.deletable && (
          <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
            Удалить
          </Button>
        )}
        {isShown(image) && (
          <FileButton
            accept="image/*"
            onChange={(chosen) => chosen && setFile(chosen)}
            inputProps={{ 'aria-label': 'Файл вместо этой картинки' }}
          >
            {(props) => (
              <Button {...props} variant="default">
                Заменить файл
              </Button>
            )}
          </FileButton>
        )}
        <Button variant="default" onClick={() => copyAddress(url)}>
          Скопировать адрес
        </Button>
        <Button variant="default" onClick={onClose}>
          Закрыть
        </Button>
      </DialogButtons>
      {isAsking && (
        <Confirm question="Удалить эту картинку?" yes="Удалить" onYes={remove} onNo={() => setAsking(false)}>
          <p>Она нигде не используется. Вернуть её будет нельзя.</p>
        </Confirm>
      )}
      {file && <ReplaceImage image={image} file={file} onDone={onClose} onClose={() => setFile(undefined)} />}
    </Dialog>
  );
}
