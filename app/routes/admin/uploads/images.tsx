import { Button, Checkbox, CloseButton, FileButton, Group, NativeSelect, Switch, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { LibraryImage } from '../../../../model/images/library.ts';
import { plural } from '../../../../model/text/plural.ts';
import type { UploadSort } from '../../../../model/uploads/uses.ts';
import { DropField } from '../../../ui/admin/fields/drop-field.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { Empty, LoadState, More } from '../../../ui/admin/loading/states.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { usePaged } from '../../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { SearchRow, Uploads, useRemoval, useUploads } from '../../../ui/admin/uploads.tsx';
import { prepareImage } from '../editor/body/uploads/prepare.ts';
import { ImageDetails } from './images/image-details.tsx';
import styles from './images/images.module.css';
import { Thumb } from './images/thumb.tsx';

const PART = 60;
/** Debounce, in ms. */
const SEARCH_AFTER = 300;

export const meta = () => panelHead('Картинки');

export default function Images() {
  const [filters, setFilters] = useState<Filters>({
    sought: '',
    isUnused: false,
    isUndescribed: false,
    sort: 'newest',
  });
  const { isUnused, isUndescribed, sort } = filters;
  const [sought] = useDebouncedValue(filters.sought.trim(), SEARCH_AFTER);
  const query = new URLSearchParams({
    limit: String(PART),
    sort,
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
  const { remove, isGone } = useRemoval('/admin/images');
  const kept = items?.filter((image) => !isGone(image));
  const shown = kept?.find(({ name }) => name === open);
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const chosen = kept?.filter(({ name, deletable }) => deletable && names.has(name)) ?? [];
  const removeAll = (images: LibraryImage[]) =>
    remove(
      images.map(({ name }) => name),
      images.length === 1
        ? 'Картинка удалена.'
        : `Удалено: ${plural(images.length, 'картинка', 'картинки', 'картинок')}.`,
    );

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
        {items?.length === 0 && <Empty title={emptyText({ ...filters, sought })} />}
        <ul className={styles.grid}>
          {kept?.map((image) => (
            <li key={image.name}>
              <Thumb image={image} onOpen={() => setOpen(image.name)} />
              {image.deletable && (
                <Checkbox
                  className={styles.choice}
                  aria-label={`Выбрать: ${image.title || image.name}`}
                  checked={names.has(image.name)}
                  onChange={() => setNames(names.symmetricDifference(new Set([image.name])))}
                />
              )}
            </li>
          ))}
        </ul>
        <More {...rest} />
        {chosen.length > 0 && (
          <Group
            component="section"
            className={`${ui.floating} ${styles.bar}`}
            aria-label="Выбранные картинки"
            data-lower-bar
          >
            <Text role="status" fw={600} style={{ flex: 1 }}>
              Выбрано: {chosen.length}
            </Text>
            <Button variant="default" size="sm" onClick={() => removeAll(chosen)}>
              Удалить
            </Button>
            <CloseButton aria-label="Снять выбор" onClick={() => setNames(new Set())} />
          </Group>
        )}
        {shown && (
          <ImageDetails
            image={shown}
            onRemove={() => {
              setOpen(undefined);
              removeAll([shown]);
            }}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Screen>
    </DropField>
  );
}

interface Filters {
  sought: string;
  isUnused: boolean;
  isUndescribed: boolean;
  sort: UploadSort;
}

function FilterFields({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  return (
    <SearchRow
      label="Найти по названию, описанию или новости"
      placeholder="Название, описание или новость"
      value={filters.sought}
      onChange={(value) => onChange({ ...filters, sought: value })}
    >
      <NativeSelect
        size="md"
        aria-label="Порядок"
        value={filters.sort}
        onChange={(event) => onChange({ ...filters, sort: event.currentTarget.value as UploadSort })}
        data={[
          { value: 'newest', label: 'Сначала новые' },
          { value: 'oldest', label: 'Сначала старые' },
          { value: 'largest', label: 'Сначала большие' },
        ]}
      />
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
