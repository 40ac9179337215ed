import { Anchor, Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { LibraryImage } from '../../../../model/images/library.ts';
import type { ImageUse } from '../../../../model/images/uses.ts';
import { Confirm } from '../../../ui/admin/confirm.tsx';
import { copyAddress } from '../../../ui/admin/copy.ts';
import { Dialog, DialogButtons } from '../../../ui/admin/dialog.tsx';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { tellDone } from '../../../ui/admin/notices.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../ui/errors/api-error.ts';
import styles from './images.module.css';
import { sizeText } from './stored-image.ts';

interface Props {
  image: LibraryImage;
  onChange: (image: LibraryImage) => void;
  onDelete: () => void;
  onClose: () => void;
}

export function ImageDetails({ image, onChange, onDelete, onClose }: Props) {
  const { call } = useSession();
  const [isAsking, setAsking] = useState(false);
  const { name, url, alt, width, height, bytes, createdAt } = image;
  const remove = async () => {
    await call('DELETE', `/admin/images/${name}`);
    onDelete();
    onClose();
    tellDone('Картинка удалена.');
  };
  return (
    <Dialog title="Картинка" wide onClose={onClose}>
      <div className={styles.details}>
        <img src={url} alt={alt} className={styles.large} />
        <div className={styles.about}>
          <AltForm image={image} onChange={onChange} />
          <p className={styles.use}>
            {width} × {height}, {sizeText(bytes)}, загружена: <Moment at={createdAt} />
          </p>
          <UsedIn image={image} />
        </div>
      </div>
      <DialogButtons>
        {image.deletable && (
          <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
            Удалить
          </Button>
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
    </Dialog>
  );
}

function AltForm({ image, onChange }: Pick<Props, 'image' | 'onChange'>) {
  const { call } = useSession();
  const [alt, setAlt] = useState(image.alt);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const save = async () => {
    setBusy(true);
    setProblem('');
    try {
      const { data } = await call<LibraryImage>('PUT', `/admin/images/${image.name}`, { body: { alt } });
      onChange(data);
      tellDone('Описание сохранено.');
    } catch (error) {
      setProblem(extractError(error));
    }
    setBusy(false);
  };
  return (
    <form
      noValidate
      className={styles.altForm}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Textarea
        name="alt"
        label="Описание"
        description="Что на картинке: для тех, кто её не видит, и для поиска."
        autosize
        minRows={2}
        maxRows={6}
        maxLength={300}
        value={alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      {problem && <Problem text={`Ошибка: ${problem}`} />}
      <Button type="submit" loading={busy} disabled={alt.trim() === image.alt}>
        Сохранить описание
      </Button>
    </form>
  );
}

function UsedIn({ image: { usedIn, onSite, deletable } }: { image: LibraryImage }) {
  if (usedIn.length === 0 && onSite) return <p className={styles.use}>Стоит в оформлении сайта.</p>;
  if (usedIn.length === 0) {
    return (
      <p className={styles.use}>
        {deletable
          ? 'Нигде не используется.'
          : 'Пока нигде не используется. Удалить можно через 30 дней после загрузки.'}
      </p>
    );
  }
  return (
    <div>
      <p className={styles.use}>{onSite ? 'Стоит в оформлении сайта и в новостях:' : 'Стоит в новостях:'}</p>
      <ul className={styles.used}>
        {usedIn.map((use) => (
          <li key={`${use.slug} ${use.deleted}`}>
            <Use use={use} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Use({ use: { slug, title, deleted, earlier } }: { use: ImageUse }) {
  if (deleted) return <>{title} (в корзине)</>;
  return (
    <>
      <Anchor component={Link} to={`/admin/news/edit/${slug}`}>
        {title}
      </Anchor>
      {earlier && ' (только в прежней версии)'}
    </>
  );
}
