import { Button, Input, TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { Tag } from '../../../../../model/articles/tags/tags.ts';
import { tagSlug } from '../../../../../model/text/slug.ts';
import { isEditor } from '../../../../../roles.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { useGet } from '../../../../ui/admin/queries.ts';
import { Card } from '../../../../ui/admin/screen.tsx';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { PickImage } from '../../uploads/images/image-fields.tsx';
import { tagList } from '../draft/fields.ts';
import { type CardProps, useField } from '../draft/use-draft.ts';
import type { Editing } from '../draft/use-editing.ts';
import styles from '../screen.module.css';
import { AddressCard } from './address-card.tsx';
import { GroupCard } from './group-card.tsx';
import { PlaceCard } from './place-card.tsx';
import { PreviewCard } from './preview-card.tsx';
import { PublicationCard } from './publication-card.tsx';
import { ExcerptCard } from './text-input.tsx';

export function SideCards({ editing, onHistory }: { editing: Editing; onHistory: () => void }) {
  const { role } = useSession();
  const { draft, stored, errors, orders, groups, setCoverBusy } = editing;
  const isPage = draft.kind === 'page';
  return (
    <div className={styles.side}>
      {isPage || <CoverCard draft={draft} errors={errors} onBusy={setCoverBusy} />}
      {isEditor(role) && <PublicationCard draft={draft} errors={errors} lock={orders.lock} />}
      <AddressCard draft={draft} errors={errors} />
      {isPage && <PlaceCard draft={draft} error={errors.place} />}
      {isPage || <ExcerptCard draft={draft} errors={errors} />}
      {isPage || <TagsCard draft={draft} errors={errors} />}
      {isEditor(role) && !isPage && <GroupCard {...{ draft, errors, groups }} />}
      <PreviewCard draft={draft} />
      {stored && (
        <Card title="История">
          <Button variant="default" w="fit-content" onClick={onHistory}>
            Показать версии
          </Button>
        </Card>
      )}
    </div>
  );
}

const WORDS = { accusative: 'обложку', genitive: 'обложки' };

interface CoverProps extends CardProps {
  /** True during an upload: saving is blocked. */
  onBusy: (is: boolean) => void;
}

function CoverCard({ draft, errors, onBusy }: CoverProps) {
  const url = useField(draft, 'coverImageUrl');
  const alt = useField(draft, 'coverAlt');
  return (
    <Card title="Обложка">
      <PickImage
        name="coverImage"
        value={url ?? ''}
        words={WORDS}
        done="Обложка успешно загружена."
        onBusy={onBusy}
        onPick={(picked, coverAlt) => draft.set(picked ? { coverImageUrl: picked, coverAlt } : { coverImageUrl: null })}
      >
        {url && <img className={ui.picture} style={{ maxHeight: '14rem' }} src={url} alt={alt || 'Обложка'} />}
      </PickImage>
      {errors.coverImageUrl && <Input.Error size="md">{errors.coverImageUrl}</Input.Error>}
      {url && (
        <TextInput
          name="coverAlt"
          label="Описание обложки"
          description="Что на ней: его услышат те, кто её не видит"
          value={alt}
          error={errors.coverAlt}
          onChange={({ currentTarget }) => draft.set({ coverAlt: currentTarget.value })}
        />
      )}
    </Card>
  );
}

const MAX_OFFERED = 8;

function TagsCard({ draft, errors }: CardProps) {
  const tags = useField(draft, 'tags');
  const input = useRef<HTMLInputElement>(null);
  const { data: known = [] } = useGet<Tag[]>('/admin/tags');
  const { before, offered } = offeredFor(tags, known);
  const add = (title: string) => {
    draft.set({ tags: `${[...before, title].join(', ')}, ` });
    input.current?.focus();
  };
  return (
    <Card title="Теги">
      <TextInput
        ref={input}
        name="tags"
        aria-label="Теги"
        description="Через запятую. По тегам читатели находят новости об одном и том же"
        placeholder="Финал, жюри"
        value={tags}
        error={Object.entries(errors).find(([name]) => /^tags\b/.test(name))?.[1]}
        onChange={({ currentTarget }) => draft.set({ tags: currentTarget.value })}
      />
      {offered.length > 0 && (
        <ul className={ui.row} aria-label="Теги, которые уже есть">
          {offered.map(({ slug, title }) => (
            <li key={slug}>
              <Button
                variant="default"
                size="compact-md"
                fw={500}
                h="auto"
                py={5}
                styles={WRAPPED}
                onClick={() => add(title)}
              >
                {title}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** A tag may have 60 letters. */
const WRAPPED = { label: { whiteSpace: 'normal' } };

/** Tags that match the text after the last comma, most used first; `before` is the text up to it. */
function offeredFor(tags: string, known: Tag[]): { before: string[]; offered: Tag[] } {
  const comma = tags.lastIndexOf(',') + 1;
  const [before, typed] = [tagList(tags.slice(0, comma)), tags.slice(comma).trim().toLowerCase()];
  const chosen = new Set(tagList(tags).map(tagSlug));
  const offered = known
    .filter(({ slug, title }) => !chosen.has(slug) && title.toLowerCase().includes(typed))
    .sort((one, other) => other.count - one.count)
    .slice(0, MAX_OFFERED);
  // A complete tag without a comma is kept.
  return { before: offered.length > 0 && typed !== '' ? before : tagList(tags), offered };
}
