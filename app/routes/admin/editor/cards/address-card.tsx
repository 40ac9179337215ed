import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { cutSlug, MAX_SLUG, slugify } from '../../../../../model/text/slug.ts';
import { Card } from '../../../../ui/admin/screen.tsx';
import { type CardProps, useDraft, useField } from '../draft/use-draft.ts';
import { ToolImage } from '../toolbar/icons.tsx';
import { DateField } from './publication-card.tsx';

/** The slug follows the title of a new article until it is opened or typed. */
export function AddressCard({ draft, errors }: CardProps) {
  const typed = useField(draft, 'slug');
  const title = useField(draft, 'title');
  const isStored = !useDraft(draft, 'isNew');
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
    <Card title={draft.kind === 'page' ? 'Адрес' : 'Адрес и дата'}>
      <TextInput
        name="slug"
        label="Адрес"
        withAsterisk
        aria-required
        value={shown}
        readOnly={!isOpen}
        error={errors.slug}
        description={written && written !== shown ? `Станет: ${written}` : undefined}
        autoComplete="off"
        spellCheck={false}
        rightSectionWidth={44}
        rightSection={<Lock isOpen={isOpen} onToggle={toggle} />}
        onChange={({ currentTarget }) => {
          setOwn(true);
          draft.set({ slug: currentTarget.value });
        }}
      />
      {draft.kind === 'page' || <DateField draft={draft} error={errors.date} />}
    </Card>
  );
}

function Lock({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <Tooltip label={isOpen ? 'Адрес открыт: нажмите, чтобы закрыть' : 'Адрес закрыт: нажмите, чтобы изменить'}>
      <ActionIcon
        variant={isOpen ? 'light' : 'subtle'}
        color="gray"
        size={36}
        aria-label="Изменить адрес"
        aria-pressed={isOpen}
        onClick={onToggle}
      >
        <ToolImage icon={isOpen ? 'unlocked' : 'locked'} />
      </ActionIcon>
    </Tooltip>
  );
}
