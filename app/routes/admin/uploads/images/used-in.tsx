import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { KIND_WORDS } from '../../../../../model/articles/kinds.ts';
import type { LibraryImage } from '../../../../../model/images/library.ts';
import type { UploadUse } from '../../../../../model/uploads/uses.ts';
import { Moment } from '../../../../ui/admin/fields/moment.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import { isShown } from './stored-image.ts';

/** Uses of an image; while it has any it cannot be deleted. */
export function UsedIn({ image }: { image: LibraryImage }) {
  const { usedIn, onSite, deletable, deletableAt } = image;
  if (usedIn.length > 0 || onSite) {
    return (
      <section className={ui.list} aria-label="Где стоит картинка">
        <b>Где стоит</b>
        <Uses image={image} />
        <p className={ui.note}>
          {isShown(image)
            ? 'Удалить её нельзя, пока она нужна: сначала уберите её отсюда или замените файл.'
            : 'Удалить её нельзя: она понадобится, если вернуть новость из корзины или прежнюю версию.'}
        </p>
      </section>
    );
  }
  if (deletable) return <p className={ui.note}>Нигде не используется.</p>;
  return (
    <p className={ui.note}>
      Нигде не используется. Удалить можно будет через 30 дней после загрузки (<Moment at={deletableAt} />
      ): до тех пор она может понадобиться черновику.
    </p>
  );
}

export function Uses({ image: { usedIn, usedOnSite }, isNow }: { image: LibraryImage; isNow?: boolean }) {
  const uses = usedIn.filter((use) => !isNow || !(use.deleted || use.earlier));
  return (
    <ul style={{ maxHeight: '12rem', overflowY: 'auto' }}>
      {usedOnSite.map(({ place, path }) => (
        <li key={place}>
          Стоит{' '}
          {path ? (
            <Anchor component={Link} to={`/admin/${path}`}>
              {place}
            </Anchor>
          ) : (
            place
          )}
        </li>
      ))}
      {uses.map((use) => (
        <li key={`${use.slug} ${use.deleted}`}>
          <Use use={use} />
        </li>
      ))}
    </ul>
  );
}

function Use({ use: { kind, slug, title, deleted, earlier, asCover } }: { use: UploadUse }) {
  const list = kind === 'page' ? '/admin/pages' : '/admin/news';
  const to = deleted ? `${list}?view=bin` : `${list}/edit/${slug}`;
  const note = deleted
    ? 'в корзине'
    : earlier
      ? `только в истории ${KIND_WORDS[kind].genitive}`
      : asCover
        ? 'обложка'
        : '';
  return (
    <>
      <Anchor component={Link} to={to}>
        {title}
      </Anchor>
      {note && ` — ${note}`}
    </>
  );
}
