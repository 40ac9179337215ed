import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { AdminArticle } from '../../../../model/articles/schema.ts';
import { todayIn } from '../../../../model/date.ts';
import { useSiteTimeZone } from '../../../ui/admin/moment.tsx';
import { Card, Screen } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/session.tsx';
import { useUndone } from '../../../ui/admin/undo.tsx';
import { Draft } from './draft/draft.ts';
import type { JournalEntry } from './draft/journal.ts';
import { useStored } from './draft/use-draft.ts';
import { useJournal } from './draft/use-journal.ts';
import { useOrders } from './draft/use-orders.ts';
import { usePresence } from './draft/use-presence.ts';
import { useSaving } from './draft/use-saving.ts';
import { ActionBar } from './parts/action-bar.tsx';
import { AddressCard } from './parts/address-card.tsx';
import { CoverCard } from './parts/cover-card.tsx';
import { Gone } from './parts/gone.tsx';
import { GroupCard } from './parts/group-card.tsx';
import { PresenceLine } from './parts/presence-line.tsx';
import { PreviewCard } from './parts/preview-card.tsx';
import { PublicationCard } from './parts/publication-card.tsx';
import { StateChip } from './parts/state-chip.tsx';
import { TitleField } from './parts/title-field.tsx';
import { useGroups } from './parts/use-groups.ts';
import styles from './screen.module.css';
import { BodyField } from './text/body-field.tsx';

const RestoreOffer = lazy(() => import('./parts/restore-offer.tsx'));
const ConflictDialog = lazy(() => import('./parts/conflict-dialog.tsx'));
const RevisionsDialog = lazy(() => import('./parts/revisions-dialog.tsx'));

interface Props {
  /** Null makes a new one. */
  article: AdminArticle | null;
  /** What was left of an article that the server no longer has. */
  rescued?: JournalEntry | undefined;
}

export function EditorScreen({ article, rescued }: Props) {
  const zone = useSiteTimeZone();
  const { username } = useSession();
  const [draft] = useState(() => new Draft(article, todayIn(zone)));
  const journal = useJournal(draft, rescued);
  const saving = useSaving(draft, journal.journal);
  const stored = useStored(draft);
  const presence = usePresence(stored?.slug, journal.journal?.key, saving.setOnline);
  const groups = useGroups();
  const [uploads, setUploads] = useState({ running: 0, failed: 0 });
  const [isCoverBusy, setCoverBusy] = useState(false);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const orders = useOrders({ draft, saving, groups, hasFailedUploads: uploads.failed > 0 });
  const isBusy = saving.isSaving || uploads.running > 0 || isCoverBusy;
  const errors = saving.problem?.fields ?? {};
  useRefreshAfterUndo(saving.refresh);

  useSaveKey(() => isBusy || orders.saveAndStay());
  return (
    <Screen title={stored ? 'Редактирование новости' : 'Новая новость'}>
      <form
        noValidate
        className={styles.form}
        // Enter in a field must not publish: only the buttons do.
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) orders.finish();
        }}
      >
        <Suspense>
          {journal.offers.map((entry) => (
            <RestoreOffer
              key={entry.key}
              draft={draft}
              entry={entry}
              onRestore={() => journal.restore(entry)}
              onDrop={() => journal.drop(entry)}
            />
          ))}
        </Suspense>
        {saving.problem?.isGone && <Gone onMakeAgain={orders.makeAgain} />}
        <PresenceLine
          others={presence.others}
          self={username}
          isBehind={stored !== null && (presence.version ?? 0) > stored.version && !saving.isSaving}
          onRefresh={saving.refresh}
        />
        <div className={styles.columns}>
          <div className={styles.main}>
            <TitleField draft={draft} error={errors.title} onEnter={() => draft.body?.focus('start')} />
            <BodyField
              draft={draft}
              error={errors.content}
              onUploads={(running, failed) => setUploads({ running, failed })}
            />
          </div>
          <div className={styles.side}>
            <CoverCard draft={draft} errors={errors} onBusy={setCoverBusy} />
            <AddressCard draft={draft} errors={errors} />
            <PublicationCard {...orders.publication} draft={draft} errors={errors} isBusy={isBusy} />
            <GroupCard draft={draft} errors={errors} groups={groups.groups} onCreate={groups.create} />
            <PreviewCard draft={draft} />
            {stored && (
              <Card title="История">
                <Button variant="default" onClick={() => setHistoryOpen(true)}>
                  Показать версии
                </Button>
              </Card>
            )}
          </div>
        </div>
        <ActionBar
          draft={draft}
          isBusy={isBusy}
          isSaving={saving.isSaving}
          lock={orders.publication.lock}
          onSaveAndStay={orders.saveAndStay}
        >
          <StateChip
            draft={draft}
            isSaving={saving.isSaving}
            isOnline={saving.isOnline}
            isUnguarded={journal.isBroken}
          />
        </ActionBar>
      </form>
      <Suspense>
        {saving.conflict && (
          <ConflictDialog
            draft={draft}
            theirs={saving.conflict.saved.theirs}
            conflicts={saving.conflict.saved.merge.conflicts}
            onChoose={(choice) => saving.conflict && void saving.settle(saving.conflict, choice)}
            onClose={saving.closeConflict}
          />
        )}
        {isHistoryOpen && stored && (
          <RevisionsDialog
            draft={draft}
            article={stored}
            onClose={() => setHistoryOpen(false)}
            onRestored={(restored) => {
              setHistoryOpen(false);
              saving.adopt(restored);
            }}
          />
        )}
      </Suspense>
    </Screen>
  );
}

/** «Отменить» of the bar changed the article behind this screen. */
function useRefreshAfterUndo(refresh: () => Promise<unknown>): void {
  const undone = useUndone();
  useEffect(() => {
    if (undone > 0) void refresh().catch(() => {});
  }, [undone, refresh]);
}

/** Ctrl+S saves, wherever the focus is. */
function useSaveKey(save: () => unknown): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.code !== 'KeyS') return;
      event.preventDefault();
      if (!document.querySelector('dialog:modal')) latest.current();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
