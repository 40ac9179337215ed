import { Button } from '@mantine/core';
import { isEditor } from '../../../../../roles.ts';
import { Card } from '../../../../ui/admin/screen.tsx';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import type { Editing } from '../draft/use-editing.ts';
import styles from '../screen.module.css';
import { AddressCard } from './address-card.tsx';
import { CoverCard } from './cover-card.tsx';
import { ExcerptCard } from './excerpt-card.tsx';
import { GroupCard } from './group-card.tsx';
import { PlaceCard } from './place-card.tsx';
import { PreviewCard } from './preview-card.tsx';
import { PublicationCard } from './publication-card.tsx';
import { TagsCard } from './tags-card.tsx';

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
