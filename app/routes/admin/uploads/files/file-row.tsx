import { Anchor, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { KIND_WORDS } from '../../../../../model/articles/kinds.ts';
import type { LibraryFile } from '../../../../../model/files/library.ts';
import { lengthText, sizeText } from '../../../../../model/text/size.ts';
import { Confirm } from '../../../../ui/admin/confirm.tsx';
import { copyAddress } from '../../../../ui/admin/copy.ts';
import { Moment } from '../../../../ui/admin/fields/moment.tsx';
import { tellDone } from '../../../../ui/admin/notices.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { useChange } from '../../../../ui/admin/queries.ts';

export function FileRow({ file }: { file: LibraryFile }) {
  const change = useChange('/admin/files');
  const [isAsking, setAsking] = useState(false);
  const { name, url, title, label, bytes, seconds, createdAt, createdBy, deletable } = file;
  const remove = async () => {
    await change('DELETE', `/admin/files/${name}`);
    tellDone('Файл удалён.');
  };
  return (
    <li style={{ alignItems: 'flex-start' }}>
      <Text span size="sm" miw="3.25rem" ta="center" className={ui.badge ?? ''} aria-hidden="true">
        {label}
      </Text>
      <div className={ui.about}>
        <Anchor href={url} fw={600} style={{ justifySelf: 'start' }}>
          {title}
        </Anchor>
        <p className={ui.note}>
          {[label, sizeText(bytes), ...(seconds ? [lengthText(seconds)] : [])].join(', ')}, загружен:{' '}
          <Moment at={createdAt} />
          {createdBy && `, ${createdBy}`}
        </p>
        <Uses file={file} />
      </div>
      <div className={ui.row}>
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Скопировать адрес: ${title}`}
          onClick={() => copyAddress(url)}
        >
          Скопировать адрес
        </Button>
        {deletable && (
          <Button
            variant="subtle"
            color="red"
            size="compact-md"
            aria-label={`Удалить: ${title}`}
            onClick={() => setAsking(true)}
          >
            Удалить
          </Button>
        )}
      </div>
      {isAsking && (
        <Confirm question={`Удалить файл «${title}»?`} yes="Удалить" onYes={remove} onNo={() => setAsking(false)}>
          <p>Он нигде не используется. Вернуть его будет нельзя.</p>
        </Confirm>
      )}
    </li>
  );
}

const LISTS = { article: '/admin/news', page: '/admin/pages' };

function Uses({ file: { usedIn, usedOnSite, deletable, deletableAt } }: { file: LibraryFile }) {
  if (usedIn.length === 0 && usedOnSite.length === 0) {
    if (deletable) return <p className={ui.note}>Нигде не используется.</p>;
    return (
      <p className={ui.note}>
        Нигде не используется, удалить можно будет с <Moment at={deletableAt} />.
      </p>
    );
  }
  return (
    <ul style={{ maxHeight: '8rem', overflowY: 'auto' }} aria-label="Где стоит">
      {usedOnSite.map(({ place, path }) => (
        <li key={place}>
          Стоит <Anchor component={Link} to={`/admin/${path}`}>{`${place}`}</Anchor>
        </li>
      ))}
      {usedIn.map(({ kind, slug, title, deleted, earlier }) => (
        <li key={`${kind} ${slug} ${deleted}`}>
          <Anchor component={Link} to={`${LISTS[kind]}${deleted ? '?view=bin' : `/edit/${slug}`}`}>
            {title}
          </Anchor>
          {deleted ? ' — в корзине' : earlier && ` — только в истории ${KIND_WORDS[kind].genitive}`}
        </li>
      ))}
    </ul>
  );
}
