import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { cutSlug, MAX_SLUG, slugify } from '../../../../../model/slug.ts';
import { Card } from '../../../../ui/admin/screen.tsx';
import type { Draft } from '../draft/draft.ts';
import { useField, useStored } from '../draft/use-draft.ts';
import styles from './cards.module.css';

interface Props {
  draft: Draft;
  errors: Record<string, string>;
}

/** The address follows the title of a new article until somebody opens or types it; then only people change it. */
export function AddressCard({ draft, errors }: Props) {
  const typed = useField(draft, 'slug');
  const title = useField(draft, 'title');
  const date = useField(draft, 'date');
  const isStored = useStored(draft) !== null;
  const [isOpen, setOpen] = useState(false);
  const [isOwn, setOwn] = useState(false);
  const suggested = cutSlug(slugify(title), MAX_SLUG);
  const shown = isStored || isOwn || typed !== '' ? typed : suggested;
  const written = slugify(shown);

  const toggle = () => {
    if (!isOpen && !isStored && typed === '') draft.set({ slug: suggested });
    setOwn(true);
    setOpen(!isOpen);
  };
  return (
    <Card title="Адрес и дата">
      <div className={styles.row}>
        <TextInput
          name="slug"
          label="Адрес"
          withAsterisk
          aria-required
          className={styles.grow ?? ''}
          value={shown}
          readOnly={!isOpen}
          error={errors['slug']}
          description={written && written !== shown ? `Станет: ${written}` : undefined}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => {
            setOwn(true);
            draft.set({ slug: currentTarget.value });
          }}
        />
        <Button variant="default" aria-pressed={isOpen} onClick={toggle}>
          {isOpen ? 'Закрыть' : 'Изменить'}
        </Button>
      </div>
      <TextInput
        type="date"
        name="date"
        label="Дата"
        description="Под ней новость стоит в списке"
        withAsterisk
        aria-required
        value={date}
        error={errors['date']}
        onChange={({ currentTarget }) => draft.set({ date: currentTarget.value })}
      />
    </Card>
  );
}
