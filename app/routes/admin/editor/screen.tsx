import { Alert, Button } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { AdminArticle } from '../../../../model/articles/schema.ts';
import { LeaveWarning } from '../../../ui/admin/form/leave-warning.tsx';
import { Screen } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { SideCards } from './cards/side-cards.tsx';
import { ConflictDialog } from './dialogs/conflict-dialog.tsx';
import { RevisionsDialog } from './dialogs/revisions-dialog.tsx';
import type { JournalEntry } from './draft/draft-journal-store.ts';
import { useEditing } from './draft/use-editing.ts';
import { ActionBar } from './parts/action-bar.tsx';
import { PresenceLine } from './parts/presence-line.tsx';
import { RestoreOffer } from './parts/restore-offer.tsx';
import { StateChip } from './parts/state-chip.tsx';
import { TitleField } from './parts/title-field.tsx';
import styles from './screen.module.css';
import { BodyField } from './text/body-field.tsx';

interface Props {
  /** Null for a new article. */
  article: AdminArticle | null;
  /** Journal entry of a deleted article. */
  rescued?: JournalEntry | undefined;
}

/** No lazy parts: a dialog that saves a text must open offline. */
export default function EditorScreen({ article, rescued }: Props) {
  const { username } = useSession();
  const editing = useEditing(article, rescued);
  const { draft, stored, journal, saving, presence, orders, errors, isBusy } = editing;
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void orders.finish();
  };
  return (
    <Screen title={stored ? 'Редактирование новости' : 'Новая новость'}>
      <form noValidate className={styles.form} onKeyDown={keepEnter} onSubmit={submit}>
        {journal.offers.map((entry) => (
          <RestoreOffer
            key={entry.key}
            draft={draft}
            entry={entry}
            onRestore={() => journal.restore(entry)}
            onDrop={() => journal.drop(entry)}
          />
        ))}
        {saving.problem?.isGone && <Gone onMakeAgain={orders.makeAgain} />}
        <PresenceLine others={presence.others} self={username} isBehind={editing.isBehind} onRefresh={saving.refresh} />
        <div className={styles.columns}>
          <div className={styles.main}>
            <TitleField draft={draft} error={errors.title} onEnter={() => draft.body?.focus('start')} />
            <BodyField draft={draft} error={errors.content} onUploads={editing.setUploads} />
          </div>
          <SideCards editing={editing} onHistory={() => setHistoryOpen(true)} />
        </div>
        <ActionBar
          draft={draft}
          isBusy={isBusy}
          isSaving={saving.isSaving}
          lock={orders.publication.lock}
          wanted={orders.publication.wanted}
          onSaveAndStay={orders.saveAndStay}
        >
          <StateChip draft={draft} isSaving={saving.isSaving} isOnline={saving.isOnline} journal={journal.journal} />
        </ActionBar>
      </form>
      {saving.conflict && (
        <ConflictDialog
          draft={draft}
          theirs={saving.conflict.saved.theirs}
          conflicts={saving.conflict.saved.merge.conflicts}
          onChoose={(choice) => saving.conflict && void saving.settle(saving.conflict, choice)}
          onClose={saving.closeConflict}
        />
      )}
      <LeaveWarning when={editing.hasImagesUnderWay}>
        Картинка ещё не загрузилась. Если уйти, она пропадёт; набранный текст останется в этом браузере.
      </LeaveWarning>
      {isHistoryOpen && stored && (
        <RevisionsDialog
          draft={draft}
          article={stored}
          onRestored={saving.adopt}
          onClose={() => setHistoryOpen(false)}
        />
      )}
    </Screen>
  );
}

/** Enter in a field must not submit. React events of portalled dialogs bubble here: `contains` excludes them. */
function keepEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget } = event;
  if (key === 'Enter' && target instanceof HTMLInputElement && currentTarget.contains(target)) event.preventDefault();
}

function Gone({ onMakeAgain }: { onMakeAgain: () => void }) {
  return (
    <Alert color="red" title="Новость тем временем удалили">
      <p>Ваш текст цел. Удалённое лежит в корзине 30 дней; из того, что на экране, можно сделать новую новость.</p>
      <Button variant="default" onClick={onMakeAgain}>
        Создать заново
      </Button>
    </Alert>
  );
}
