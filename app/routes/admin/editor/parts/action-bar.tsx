import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isEditor } from '../../../../../roles.ts';
import { LOWER_BAR, Rest } from '../../../../ui/admin/lower-bar.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { listAddress } from '../../news/list-address.ts';
import { Status } from '../../news/status.tsx';
import { DateMismatch } from '../cards/publication-card.tsx';
import type { Draft } from '../draft/draft.ts';
import { isOut } from '../draft/saving.ts';
import { useDraft, useField } from '../draft/use-draft.ts';
import type { Orders } from '../draft/use-orders.ts';
import styles from './action-bar.module.css';
import { ReviewButton } from './review.tsx';
import { OUTCOME_ID, useBarFocus, useOutcome, useStatus } from './state-chip.tsx';

interface Props {
  draft: Draft;
  orders: Orders;
  isBusy: boolean;
  isSaving: boolean;
  /** Shown above the buttons, so that its arrival does not move the text. */
  notice: ReactNode;
  onCompare: () => void;
  children: ReactNode;
}

export const ACTIONS_ID = 'article-actions';

export function ActionBar({ draft, orders, isBusy, isSaving, notice, onCompare, children }: Props) {
  const { role } = useSession();
  const stored = useDraft(draft, 'article');
  const status = useStatus(draft);
  const isDraft = status === 'new' || status === 'draft';
  const wanted = useField(draft, 'publishAt');
  const isPending = isOut(stored) && stored?.hasDraft === true;
  const isAsked = stored?.reviewAt != null;
  useBarFocus(ACTIONS_ID, isSaving);
  const others = (
    <>
      {isPending && (
        <Button variant="default" onClick={onCompare}>
          Сравнить с сайтом
        </Button>
      )}
      <Button component={Link} to={listAddress(draft.path)} variant="subtle" color="gray">
        К списку
      </Button>
    </>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: the suggested <fieldset> is for form fields; this groups buttons and takes the focus of the skip link.
    <div
      id={ACTIONS_ID}
      role="group"
      aria-label={`Действия с ${draft.words.instrumental}`}
      tabIndex={-1}
      className={`${ui.dock} ${styles.dock}`}
      {...LOWER_BAR}
    >
      {notice}
      {isDraft && <DateMismatch draft={draft} />}
      <div className={`${ui.bar} ${styles.bar}`}>
        <div className={`${ui.state} ${styles.state}`}>
          {children}
          {isPending ? (
            <Text span size="sm" fw={600} c="var(--wait)">
              {stored?.stale?.length ? 'На сайте другая версия' : 'На сайте прежняя версия'}
            </Text>
          ) : (
            stored && status !== 'new' && <Status article={stored} />
          )}
          {status === 'draft' && wanted && (
            <Text span size="sm" fw={600} c="var(--wait)">
              Время не назначено
            </Text>
          )}
        </div>
        {isEditor(role) ? (
          <EditorButtons {...{ draft, orders, isBusy, isSaving, isPending, onCompare, others }} />
        ) : (
          <>
            <Rest>{others}</Rest>
            <Button
              type="submit"
              variant={isAsked ? 'filled' : 'default'}
              loading={isSaving}
              disabled={isBusy}
              aria-describedby={OUTCOME_ID}
            >
              Сохранить черновик
            </Button>
            {!isAsked && <ReviewButton {...{ draft, orders, isBusy }} />}
            <small id={OUTCOME_ID}>Опубликует редактор</small>
          </>
        )}
      </div>
    </div>
  );
}

interface EditorProps extends Omit<Props, 'notice' | 'children'> {
  isPending: boolean;
  others: ReactNode;
}

function EditorButtons({ draft, orders, isBusy, isSaving, isPending, onCompare, others }: EditorProps) {
  const { lock, publish, saveAndStay, withdraw } = orders;
  const stored = useDraft(draft, 'article');
  const status = useStatus(draft);
  const isDraft = status === 'new' || status === 'draft';
  const wanted = useField(draft, 'publishAt');
  const { act, outcome } = useOutcome(draft, isPending, lock);
  const isKept = status === 'draft' || isPending;
  const publishes = isKept || (status === 'scheduled' && !wanted);
  return (
    <>
      <Rest>
        {others}
        {!isDraft && (
          <Button variant="subtle" color="gray" disabled={isBusy} onClick={withdraw}>
            {status === 'scheduled' ? 'Отменить выход' : 'Снять с публикации'}
          </Button>
        )}
      </Rest>
      {(status === 'new' || (isOut(stored) && !isPending)) && (
        <Button variant="default" disabled={isBusy} onClick={saveAndStay}>
          Сохранить черновик
        </Button>
      )}
      {isKept && (
        <Button type="submit" variant="default" disabled={isBusy}>
          Сохранить
        </Button>
      )}
      <Button
        {...(publishes ? { onClick: stored?.stale?.length ? onCompare : publish } : { type: 'submit' as const })}
        data-long={(publishes && (isPending || wanted !== null)) || undefined}
        loading={isSaving}
        disabled={isBusy || (lock !== undefined && (publishes || isDraft))}
        aria-describedby={OUTCOME_ID}
      >
        {publishes ? act : status === 'new' ? 'Создать' : 'Сохранить'}
      </Button>
      <small id={OUTCOME_ID}>{outcome}</small>
    </>
  );
}
