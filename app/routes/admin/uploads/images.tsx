import { Button, FileButton, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { LibraryImage } from '../../../../model/images/library.ts';
import { DropField } from '../../../ui/admin/fields/drop-field.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { Empty, LoadState, More } from '../../../ui/admin/loading/states.tsx';
import { usePaged } from '../../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { SearchRow, Uploads, useUploads } from '../../../ui/admin/uploads.tsx';
import { prepareImage } from '../editor/body/uploads/prepare.ts';
import { ImageDetails } from './images/image-details.tsx';
import styles from './images/images.module.css';
import { Thumb } from './images/thumb.tsx';

const PART = 60;
/** Debounce, in ms. */
const SEARCH_AFTER = 300;

export const meta = () => panelHead('Картинки');

export default function Images() {
  const [filters, setFilters] = useState<Filters>({ sought: '', isUnused: false, isUndescribed: false });
  const { isUnused, isUndescribed } = filters;
  const [sought] = useDebouncedValue(filters.sought.trim(), SEARCH_AFTER);
  const query = new URLSearchParams({
    limit: String(PART),
    ...(sought && { q: sought }),
    ...(isUnused && { unused: 'true' }),
    ...(isUndescribed && { undescribed: 'true' }),
  });
  const { items, problem, reload, ...rest } = usePaged<LibraryImage>(`/admin/images?${query}`);
  const { upload } = useSession();
  const { uploads, add, forget, dayText } = useUploads(
    async (file, options) => upload(await prepareImage(file), options),
    '/admin/images',
  );
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
            {dayText}
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
        <FilterFields filters={filters} onChange={setFilters} />
        <Uploads uploads={uploads} failure="Ошибка загрузки изображения" onForget={forget} />
        <LoadState data={items} problem={problem} reload={reload} rows={3} height={180} />
        {items?.length === 0 && <Empty title={emptyText({ sought, isUnused, isUndescribed })} />}
        <ul className={styles.grid}>
          {items?.map((image) => (
            <li key={image.name}>
              <Thumb image={image} onOpen={() => setOpen(image.name)} />
            </li>
          ))}
        </ul>
        <More {...rest} />
        {shown && <ImageDetails image={shown} onClose={() => setOpen(undefined)} />}
      </Screen>
    </DropField>
  );
}

interface Filters {
  sought: string;
  isUnused: boolean;
  isUndescribed: boolean;
}

function FilterFields({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  return (
    <SearchRow
      label="Найти по названию, описанию или новости"
      placeholder="Название, описание или новость"
      value={filters.sought}
      onChange={(value) => onChange({ ...filters, sought: value })}
    >
      <Switch
        label="Только неиспользуемые"
        checked={filters.isUnused}
        onChange={(event) => onChange({ ...filters, isUnused: event.currentTarget.checked })}
      />
      <Switch
        label="Без описания"
        checked={filters.isUndescribed}
        onChange={(event) => onChange({ ...filters, isUndescribed: event.currentTarget.checked })}
      />
    </SearchRow>
  );
}

function emptyText({ sought, isUnused, isUndescribed }: Filters): string {
  if (sought || (isUnused && isUndescribed)) return 'Ничего не нашлось';
  if (isUnused) return 'Все картинки где-нибудь стоят';
  return isUndescribed ? 'Картинок без описания нет' : 'Картинок пока нет';
}
