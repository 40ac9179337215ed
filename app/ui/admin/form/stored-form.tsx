import { Alert, Button } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { Loading, Problem } from '../loading/states.tsx';
import { LOWER_BAR } from '../lower-bar.tsx';
import ui from '../patterns.module.css';
import { Conflict } from './conflict.tsx';
import type { Value, Values } from './field-props.ts';
import styles from './form.module.css';
import { LeaveWarning } from './leave-warning.tsx';
import type { StoredFormState } from './use-stored-form.ts';

interface Props<T extends Values> {
  form: StoredFormState<T>;
  names: Readonly<Record<string, string>>;
  tellValue?: (field: string, value: Value | undefined) => string | undefined;
  words: {
    notLoaded: (reason: string) => string;
    notSaved: (reason: string) => { text: string; detail?: string };
    saved: string;
  };
  savedFor?: number; // Duration of the success message in ms; without it until closed
  rows?: number; // Skeleton rows while loading
  isBlank?: boolean; // A search found no field
  children: (values: T, stored: T) => ReactNode;
}

export function StoredForm<T extends Values>({ form, words, savedFor, rows = 4, children, ...about }: Props<T>) {
  const { values, stored, saving, problem } = form;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (saving.state === 'failed') element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [saving.state]);
  const isSaved = saving.state === 'saved';
  const dismiss = useEffectEvent(form.dismiss);
  useEffect(() => {
    if (!isSaved || savedFor === undefined) return;
    const timer = setTimeout(dismiss, savedFor);
    return () => clearTimeout(timer);
  }, [isSaved, savedFor]);
  useFieldOfAddress(values !== undefined);
  const failure = saving.state === 'failed' ? words.notSaved(saving.reason) : undefined;
  if (!values || !stored)
    return problem ? (
      <Problem text={words.notLoaded(problem)} onRetry={form.reload} />
    ) : (
      <Loading rows={rows} height={88} />
    );
  return (
    <form
      ref={element}
      noValidate
      className={ui.cards}
      // Browsers scroll only the caret of a tall field into view, not the whole field.
      onKeyUp={({ key, target }) => key === 'Tab' && (target as Element).scrollIntoView({ block: 'nearest' })}
      onSubmit={(event) => {
        event.preventDefault();
        if (saving.state !== 'saving') void form.save();
      }}
    >
      {children(values, stored)}
      {(!about.isBlank || form.isDirty) && (
        <SaveBar
          isDirty={form.isDirty}
          isSaving={saving.state === 'saving'}
          onDiscard={form.discard}
          done={isSaved && savedFor !== undefined ? words.saved : undefined}
        >
          {failure && <Problem text={failure.text} detail={failure.detail} onClose={form.dismiss} />}
          {isSaved && savedFor === undefined && (
            <Alert color="green" withCloseButton onClose={form.dismiss}>
              {words.saved}
            </Alert>
          )}
        </SaveBar>
      )}
      {saving.state === 'conflict' && (
        <Conflict
          conflict={saving.conflict}
          {...about}
          onMine={() => form.keepMine(saving.conflict)}
          onTheirs={form.discard}
          onClose={form.dismiss}
        />
      )}
      <LeaveWarning when={form.isDirty} />
    </form>
  );
}

/** Scrolls to the field that `#name` in the URL names. */
function useFieldOfAddress(isLoaded: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isLoaded || hash === '') return;
    const field = document.querySelector<HTMLElement>(`main [name="${CSS.escape(decodeURIComponent(hash.slice(1)))}"]`);
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  }, [hash, isLoaded]);
}

interface SaveBarProps {
  isDirty: boolean;
  isSaving: boolean;
  onDiscard: () => void;
  done?: string | undefined;
  beside?: ReactNode;
  children?: ReactNode; // Result of the last save: visible from anywhere in the form
}

export function SaveBar({ isDirty, isSaving, onDiscard, done, beside, children }: SaveBarProps) {
  const state = done ?? (isSaving ? 'Сохраняем…' : isDirty ? 'Есть несохранённые изменения' : '');
  return (
    <div className={`${ui.dock} ${styles.bar}`} {...LOWER_BAR}>
      {children}
      <div className={styles.buttons}>
        <Button type="submit" loading={isSaving}>
          Сохранить
        </Button>
        {isDirty && (
          <Button
            variant="subtle"
            color="gray"
            onClick={onDiscard}
            disabled={isSaving}
            className={styles.discard ?? ''}
          >
            Отменить изменения
          </Button>
        )}
        <p className={styles.state} data-done={done ? true : undefined} data-busy={isSaving || undefined} role="status">
          {state}
        </p>
        {beside}
      </div>
    </div>
  );
}
