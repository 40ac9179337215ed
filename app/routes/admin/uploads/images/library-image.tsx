import { Anchor, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { KIND_WORDS } from '../../../../../model/articles/kinds.ts';
import type { LibraryFile } from '../../../../../model/files/library.ts';
import type { LibraryImage } from '../../../../../model/images/library.ts';
import { plural } from '../../../../../model/text/plural.ts';
import { MAX_USES } from '../../../../../model/uploads/types.ts';
import type { UploadUse } from '../../../../../model/uploads/uses.ts';
import { Confirm } from '../../../../ui/admin/ask.tsx';
import { Moment } from '../../../../ui/admin/fields/moment.tsx';
import { offerUndo } from '../../../../ui/admin/form/undo.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import { useChange } from '../../../../ui/admin/queries.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { prepareImage } from '../../editor/body/uploads/prepare.ts';
import styles from './images.module.css';

/** Dark logos are seen in the dark theme, too. */
const PLATE = { objectFit: 'contain', padding: '0.5rem', background: '#f7f5f2' } as const;

export function Thumb({ image, onOpen }: { image: LibraryImage; onOpen: () => void }) {
  const { name, url, title } = image;
  const alt = altOf(image);
  const isLogo = image.width > 2.5 * image.height;
  return (
    <button type="button" className={`${ui.tile} ${styles.thumb}`} title={title || name} onClick={onOpen}>
      <img
        className={ui.picture}
        src={smallUrl(image)}
        alt={alt}
        style={{ objectPosition: `${image.focus.x}% ${image.focus.y}%`, ...(isLogo && PLATE) }}
        loading="lazy"
        decoding="async"
        onError={({ currentTarget }) => {
          if (!currentTarget.src.endsWith(url)) currentTarget.src = url;
        }}
      />
      <Text inherit truncate fw={500} component="span" display="block">
        {alt || title || name}
      </Text>
      {alt && title && (
        <Text truncate size="sm" c="dimmed" component="span" display="block">
          {title}
        </Text>
      )}
      <span className={ui.note}>
        {useText(image)}
        {!alt && ', без описания'}
      </span>
    </button>
  );
}

function useText(image: LibraryImage): string {
  const count = currentUses(image).length;
  const more = isCut(image) ? ' и больше' : '';
  if (count > 0) return `в ${plural(count, 'новости', 'новостях', 'новостях')}${more}`;
  if (image.onSite) return image.usedOnSite.map(({ place }) => place).join(', ');
  if (image.usedIn.some(({ deleted }) => deleted)) return 'в корзине';
  return image.usedIn.length > 0 ? 'только в истории новостей' : 'не используется';
}

/** Further articles are not listed. */
const isCut = ({ usedIn }: { usedIn: unknown[] }) => usedIn.length === MAX_USES;

const SMALL = 480;

/** The smallest variant; exists only for wider images. */
function smallUrl({ url, width }: Pick<LibraryImage, 'url' | 'width'>): string {
  return width > SMALL ? url.replace(/\.\w+$/, `-${SMALL}.webp`) : url;
}

/** Uses in current versions, not in the trash or in earlier revisions. */
function currentUses({ usedIn }: LibraryImage): UploadUse[] {
  return usedIn.filter(({ deleted, earlier }) => !deleted && !earlier);
}

/** What the site or an article in its current version shows. */
export function isShown(image: LibraryImage): boolean {
  return image.onSite || currentUses(image).length > 0;
}

/** The description that an article gets with the image. */
export function altOf({ alt, altInNews }: LibraryImage): string {
  return alt || altInNews;
}

/** Uses of an image; while it has any it cannot be deleted. */
export function UsedIn({ image }: { image: LibraryImage }) {
  if (image.usedIn.length === 0 && !image.onSite) return <Unused {...image} />;
  return (
    <section className={ui.list} aria-label="Где стоит картинка">
      <b>Где стоит</b>
      <Uses {...image} isCut={isCut(image)} maxHeight="12rem" />
      <p className={ui.note}>
        {isShown(image)
          ? 'Удалить её нельзя, пока она нужна: сначала уберите её отсюда или замените файл.'
          : 'Удалить её нельзя: она понадобится, если вернуть новость из корзины или прежнюю версию.'}
      </p>
    </section>
  );
}

export function Unused({ deletable, deletableAt }: Pick<LibraryFile, 'deletable' | 'deletableAt'>) {
  if (deletable) return <p className={ui.note}>Нигде не используется.</p>;
  return (
    <p className={ui.note}>
      Нигде не используется. Удалить можно будет с <Moment at={deletableAt} />: до тех пор может понадобиться черновику.
    </p>
  );
}

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
  const [preview] = useState(() => URL.createObjectURL(file));
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
          <img src={preview} alt="" className={ui.picture} style={WHOLE} onLoad={() => URL.revokeObjectURL(preview)} />
          <figcaption className={ui.note}>Станет: {file.name}</figcaption>
        </figure>
      </SimpleGrid>
      <Uses {...image} usedIn={currentUses(image)} isCut={isCut(image)} maxHeight="12rem" />
      <p>
        Читатели увидят новую сразу. У каждой новости прибавится версия, прежние версии и корзина останутся с прежней
        картинкой. Описания не изменятся: проверьте, подходят ли они.
      </p>
    </Confirm>
  );
}

const WHOLE = { aspectRatio: '4 / 3', objectFit: 'contain' } as const;

interface UsesProps extends Pick<LibraryFile, 'usedOnSite'> {
  usedIn: (Omit<UploadUse, 'asCover'> & Partial<UploadUse>)[];
  isCut?: boolean;
  maxHeight: string;
  label?: string;
}

export function Uses({ usedIn, usedOnSite, isCut, maxHeight, label }: UsesProps) {
  return (
    <ul className={ui.note} style={{ maxHeight, overflowY: 'auto' }} aria-label={label}>
      {usedOnSite.map(({ place, path }) => (
        <li key={place}>Стоит {path ? <Way to={path}>{place}</Way> : place}</li>
      ))}
      {usedIn.map(({ kind, slug, title, deleted, earlier, asCover }) => {
        const note = deleted ? 'в корзине' : earlier && `только в истории ${KIND_WORDS[kind].genitive}`;
        return (
          <li key={`${kind} ${slug} ${deleted}`}>
            <Way to={`${LISTS[kind]}${deleted ? '?view=bin' : `/edit/${slug}`}`}>{title}</Way>
            {(note || asCover) && ` — ${note || 'обложка'}`}
          </li>
        );
      })}
      {isCut && <li>Показаны {MAX_USES} самых новых.</li>}
    </ul>
  );
}

const LISTS = { article: 'news', page: 'pages' };

function Way({ to, children }: { to: string; children: string }) {
  return (
    <Anchor component={Link} to={`/admin/${to}`}>
      {children}
    </Anchor>
  );
}
