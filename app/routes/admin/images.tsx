import { Button, FileButton, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { LibraryImage } from '../../../model/images/library.ts';
import { DropField } from '../../ui/admin/fields/drop-field.tsx';
import { Icon } from '../../ui/admin/icon.tsx';
import { More } from '../../ui/admin/loading/more.tsx';
import { Empty, Loading, Problem } from '../../ui/admin/loading/states.tsx';
import { usePaged } from '../../ui/admin/loading/use-paged.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { ImageDetails } from './images/image-details.tsx';
import styles from './images/images.module.css';
import { Thumb } from './images/thumb.tsx';
import { Uploads, useUploads } from './images/uploads.tsx';

const PART = 60;
/** Debounce, in ms. */
const SEARCH_AFTER = 300;

export const meta = () => panelHead('Картинки');

export default function Images() {
  const [typed, setTyped] = useState('');
  const [sought] = useDebouncedValue(typed.trim(), SEARCH_AFTER);
  const [isUnused, setUnused] = useState(false);
  const query = new URLSearchParams({
    limit: String(PART),
    ...(sought && { q: sought }),
    ...(isUnused && { unused: 'true' }),
  });
  const { items, problem, reload, changeItems, ...rest } = usePaged<LibraryImage>(`/admin/images?${query}`);
  const { uploads, add, forget } = useUploads(reload);
  const [open, setOpen] = useState<string>();
  const shown = items?.find(({ name }) => name === open);

  return (
    <DropField label="Картинки" onDrop={add}>
      <Screen
        title="Картинки"
        lead={
          <>
            Всё, что загружали в новости.{' '}
            <span className={styles.withMouse}>Файлы можно перетащить прямо на этот экран.</span>
          </>
        }
        actions={
          <FileButton multiple accept="image/*" onChange={add} inputProps={{ 'aria-label': 'Файлы картинок' }}>
            {(props) => (
              <Button {...props} leftSection={<Icon name="upload" />}>
                Загрузить
              </Button>
            )}
          </FileButton>
        }
      >
        <div className={styles.filters}>
          <TextInput
            type="search"
            aria-label="Найти по описанию или названию новости"
            placeholder="Описание или новость"
            leftSection={<Icon name="search" />}
            className={styles.search}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Switch
            label="Только неиспользуемые"
            checked={isUnused}
            onChange={(event) => setUnused(event.currentTarget.checked)}
          />
        </div>
        <Uploads uploads={uploads} onForget={forget} />
        {problem && <Problem text={`Ошибка: ${problem}`} onRetry={reload} />}
        {!items && !problem && <Loading rows={3} height={180} />}
        {items?.length === 0 && <Empty title={sought || isUnused ? 'Ничего не нашлось' : 'Картинок пока нет'} />}
        <ul className={styles.grid}>
          {items?.map((image) => (
            <li key={image.name}>
              <Thumb image={image} onOpen={() => setOpen(image.name)} />
            </li>
          ))}
        </ul>
        <More {...rest} />
        {shown && (
          <ImageDetails
            image={shown}
            onChange={(image) => changeItems((all) => all.map((each) => (each.name === image.name ? image : each)))}
            onDelete={() => changeItems((all) => all.filter((each) => each.name !== shown.name))}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Screen>
    </DropField>
  );
}
