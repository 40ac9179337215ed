import { Button, NativeSelect } from '@mantine/core';
import { AGE_MARKS } from '../../../../../model/settings/age-marks.ts';
import { isEditor } from '../../../../../roles.ts';
import { Card } from '../../../../ui/admin/screen.tsx';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { type CardProps, useField } from '../draft/use-draft.ts';
import type { Editing } from '../draft/use-editing.ts';
import styles from '../screen.module.css';
import { AddressCard } from './address-card.tsx';
import { CoverCard } from './cover-card.tsx';
import { GroupCard } from './group-card.tsx';
import { PlaceCard } from './place-card.tsx';
import { PreviewCard } from './preview-card.tsx';
import { PublicationCard } from './publication-card.tsx';
import { TagsCard } from './tags-card.tsx';
import { ArticleTextInput } from './text-input.tsx';

export function SideCards({ editing, onHistory }: { editing: Editing; onHistory: () => void }) {
  const { role } = useSession();
  const { draft, stored, errors, orders, groups, setCoverBusy } = editing;
  const isPage = draft.kind === 'page';
  return (
    <div className={styles.side}>
      {isPage || <CoverCard draft={draft} errors={errors} onBusy={setCoverBusy} />}
      <AddressCard draft={draft} errors={errors} />
      {isPage && <PlaceCard draft={draft} error={errors.place} />}
      {isEditor(role) && <PublicationCard draft={draft} errors={errors} lock={orders.lock} />}
      {isPage || <ExcerptCard draft={draft} errors={errors} />}
      {isPage || <TagsCard draft={draft} errors={errors} />}
      {isEditor(role) && !isPage && (
        <GroupCard draft={draft} errors={errors} groups={groups.groups} onCreate={groups.create} />
      )}
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

/** What readers see of an article before they open it. */
function ExcerptCard({ draft, errors }: CardProps) {
  const ageMark = useField(draft, 'ageMark');
  return (
    <Card title="Анонс и соцсети">
      <ArticleTextInput
        {...{ draft, errors }}
        name="lead"
        description="Для карточек, поисковиков и соцсетей. Пусто — начало текста"
        isLong
      />
      <ArticleTextInput {...{ draft, errors }} name="socialTitle" description="Пусто — такое же, как у новости" />
      <NativeSelect
        name="ageMark"
        label="Возрастная отметка"
        description="Стоит у даты, если строже отметки сайта"
        data={[{ value: '', label: 'Как у сайта' }, ...AGE_MARKS]}
        value={ageMark}
        error={errors.ageMark}
        onChange={({ currentTarget }) => draft.set({ ageMark: currentTarget.value })}
      />
    </Card>
  );
}
