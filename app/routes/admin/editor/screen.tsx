import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { Kind } from '../../../../model/articles/kinds.ts';
import type { AdminArticle } from '../../../../model/articles/schema.ts';
import { Confirm } from '../../../ui/admin/ask.tsx';
import { LeaveWarning } from '../../../ui/admin/form/leave-warning.tsx';
import { SideCards } from './cards/side-cards.tsx';
import { TitleFields } from './cards/text-input.tsx';
import { ConflictDialog } from './dialogs/conflict-dialog.tsx';
import { RevisionsDialog } from './dialogs/revisions-dialog.tsx';
import { StoredDraftDialog } from './dialogs/stored-draft-dialog.tsx';
import type { Draft } from './draft/draft.ts';
import type { LocalDraftEntry } from './draft/local-draft-store.ts';
import { useDraft } from './draft/use-draft.ts';
import { useEditing } from './draft/use-editing.ts';
import { ACTIONS_ID, ActionBar } from './parts/action-bar.tsx';
import { PresenceLine } from './parts/presence.tsx';
import { RestoreOffer } from './parts/restore-offer.tsx';
import { ReviewLine } from './parts/review.tsx';
import { StateChip } from './parts/state-chip.tsx';
import styles from './screen.module.css';
import { BodyField } from './text/body-field.tsx';
import { Preview, PreviewDialog } from './text/preview-dialog.tsx';

interface Props {
  kind: Kind;
  article: AdminArticle | null;
  /** Local draft that a new article begins with. */
  rescued?: LocalDraftEntry | undefined;
  /** Shows a local draft on a screen of its own. */
  onOpen: (entry: LocalDraftEntry) => void;
}

/** No lazy parts: a dialog that saves a text must open offline. */
export default function EditorScreen({ kind, article, rescued, onOpen }: Props) {
  const editing = useEditing(kind, article, rescued, onOpen);
  const { draft, stored, localDrafts, saving, orders, errors, isBusy } = editing;
  const isNew = useDraft(draft, 'isNew');
  const [opened, setOpened] = useState<'history' | 'comparison' | 'preview'>();
  const hasRoom = useMediaQuery(ROOM_FOR_PREVIEW);
  const isBeside = opened === 'preview' && hasRoom;
  const onClose = () => setOpened(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) orders.finish();
  };
  return (
    <div className={styles.room}>
      {/* What is seen as the heading is the title. */}
      <VisuallyHidden component="h1">
        {isNew ? `Пишем ${draft.words.accusative}` : `Редактирование ${draft.words.genitive}`}
      </VisuallyHidden>
      <form noValidate className={styles.form} onKeyDown={keepEnter} onSubmit={submit}>
        <RestoreOffer draft={draft} isStored={article !== null} localDrafts={localDrafts} />
        <ReviewLine draft={draft} />
        <div className={styles.columns} data-preview={isBeside || undefined}>
          <div className={styles.main}>
            <TitleFields draft={draft} errors={errors} />
            <BodyField
              draft={draft}
              error={errors.content}
              onUploads={editing.setUploads}
              isPreviewed={opened === 'preview'}
              onPreview={() => setOpened(opened === 'preview' ? undefined : 'preview')}
            />
          </div>
          <button type="button" className={styles.skip} onClick={() => document.getElementById(ACTIONS_ID)?.focus()}>
            К кнопкам {draft.words.genitive}
          </button>
          <SideCards editing={editing} onHistory={() => setOpened('history')} />
          {isBeside && (
            <aside className={styles.preview} aria-label="Предпросмотр">
              <Preview draft={draft} onClose={onClose} />
            </aside>
          )}
        </div>
        <ActionBar
          draft={draft}
          orders={orders}
          isBusy={isBusy || saving.isLeaving}
          isSaving={saving.isSaving || saving.isLeaving}
          onCompare={() => setOpened('comparison')}
          notice={<PresenceLine editing={editing} />}
        >
          <StateChip draft={draft} saving={saving} isUnkept={localDrafts.isBroken} />
        </ActionBar>
      </form>
      {saving.conflict && (
        <ConflictDialog
          draft={draft}
          theirs={saving.conflict.theirs}
          onChoose={(choices) => saving.conflict && saving.settle(saving.conflict, choices)}
          onClose={saving.closeConflict}
        />
      )}
      {orders.question && <EmptyText draft={draft} onYes={orders.question.yes} onNo={orders.question.no} />}
      <LeaveWarning when={editing.hasImagesUnderWay}>
        Картинка ещё не загрузилась. Если уйти, она пропадёт; набранный текст останется в этом браузере.
      </LeaveWarning>
      {opened === 'preview' && !hasRoom && <PreviewDialog draft={draft} onClose={onClose} />}
      {stored && opened === 'history' && <RevisionsDialog {...{ draft, onClose }} article={stored} />}
      {stored && opened === 'comparison' && <StoredDraftDialog {...{ draft, orders, onClose }} article={stored} />}
    </div>
  );
}

/** Beside the text and its cards, both whole. */
const ROOM_FOR_PREVIEW = '(min-width: 100em)';

/** Enter in a field must not submit. React events of portalled dialogs bubble here: `contains` excludes them. */
function keepEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget } = event;
  const isLine =
    target instanceof HTMLInputElement || (target instanceof HTMLTextAreaElement && target.name === 'title');
  if (key === 'Enter' && isLine && currentTarget.contains(target)) event.preventDefault();
}

function EmptyText({ draft, onYes, onNo }: { draft: Draft; onYes: () => void; onNo: () => void }) {
  const question = `Опубликовать ${draft.words.accusative} без текста?`;
  return (
    <Confirm question={question} yes="Опубликовать" no="Вернуться" onYes={onYes} onNo={onNo}>
      <p>В тексте нет ни слова: читатели увидят только заголовок{draft.kind === 'article' && ' и обложку'}.</p>
    </Confirm>
  );
}
