import { Button, Group, Text, Textarea } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { createPortal } from 'react-dom';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { isEditor } from '../../../../../roles.ts';
import { Moment } from '../../../../ui/admin/fields/moment.tsx';
import { tooLong } from '../../../../ui/admin/form/field-props.ts';
import { notifyError, notifySuccess } from '../../../../ui/admin/notices.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import type { Draft } from '../draft/draft.ts';
import { useDraft } from '../draft/use-draft.ts';
import type { Orders } from '../draft/use-orders.ts';
import { TextForm } from '../text/text-form.tsx';
import { OUTCOME_ID } from './state-chip.tsx';

export function ReviewLine({ draft }: { draft: Draft }) {
  const { role, nameOf } = useSession();
  const stored = useDraft(draft, 'article');
  const turn = useReview(draft);
  const [isReturning, setReturning] = useState(false);
  if (stored?.status !== 'draft' || !(stored.reviewAt || stored.reviewNote)) return null;
  const { reviewAt, reviewNote, createdBy } = stored;
  return (
    <Group display="flex" className={ui.notice ?? ''} data-kind="wait" role="status">
      <Text inherit flex="1 1 16rem" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {reviewAt ? (
          <>
            {isEditor(role)
              ? `${createdBy ? nameOf(createdBy) : 'Автор'} просит проверить и опубликовать`
              : 'На проверке у редактора'}
            , <Moment at={reviewAt} />
          </>
        ) : (
          'Возвращена с проверки'
        )}
        {reviewNote && `: «${reviewNote}»`}
      </Text>
      {reviewAt && (
        <Button
          variant="default"
          size="sm"
          onClick={() => (isEditor(role) ? setReturning(true) : void turn(false, '', 'Новость снова только ваша.'))}
        >
          {isEditor(role) ? 'Вернуть автору' : 'Отозвать'}
        </Button>
      )}
      {isReturning && (
        <NoteForm
          title="Вернуть новость автору"
          submit="Вернуть"
          label="Что поправить"
          onClose={() => setReturning(false)}
          onSubmit={(note) => turn(false, note, 'Новость возвращена автору.')}
        />
      )}
    </Group>
  );
}

/** Stores the draft first: a review is of the stored version. */
export function ReviewButton({ draft, orders, isBusy }: { draft: Draft; orders: Orders; isBusy: boolean }) {
  const turn = useReview(draft);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button disabled={isBusy} aria-describedby={OUTCOME_ID} onClick={() => setOpen(true)}>
        На проверку
      </Button>
      {isOpen && (
        <NoteForm
          title="Отправить редактору на проверку"
          submit="Отправить"
          label="Записка редактору"
          onClose={() => setOpen(false)}
          onSubmit={async (note) =>
            (await orders.saveFirst()) && (await turn(true, note, 'Новость отправлена на проверку.'))
          }
        />
      )}
    </>
  );
}

function useReview(draft: Draft) {
  const { call } = useSession();
  return async (asked: boolean, note: string, done: string) => {
    const path = `${draft.path}/${draft.article?.slug}/review`;
    const ifMatch = `"${draft.base.version}"`;
    try {
      const { data } = await call<AdminArticle>('PUT', path, { body: { asked, note }, ifMatch });
      // The version does not change, so unsaved typing stays.
      draft.meet(data, draft.now());
      notifySuccess(done);
      return true;
    } catch (error) {
      notifyError(error);
      return false;
    }
  };
}

interface NoteProps extends Omit<ComponentProps<typeof TextForm>, 'onSubmit' | 'children'> {
  label: string;
  /** False keeps the form, and what was typed. */
  onSubmit: (note: string) => Promise<boolean>;
}

function NoteForm({ label, onSubmit, ...form }: NoteProps) {
  const [note, setNote] = useState('');
  const problem = tooLong(note, 1000);
  return createPortal(
    <TextForm
      {...form}
      onSubmit={async () => {
        if (!problem && (await onSubmit(note.trim()))) form.onClose();
      }}
    >
      <Textarea
        label={label}
        description="Необязательно"
        data-autofocus
        autosize
        minRows={3}
        value={note}
        error={problem}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </TextForm>,
    document.body,
  );
}
