import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, extractError } from '../../errors/api-error.ts';
import { useVersioned, type Versioned, withPaths } from '../queries.ts';
import { useSession } from '../sign-in/session.tsx';
import { changedKeys, type Errors, fieldProps, type Value, type Values } from './field-props.ts';
import { offerUndo } from './undo.tsx';

export interface Conflict<T> {
  base: T;
  mine: T;
  theirs: T;
  version: string | null;
}

export interface Stored<T> {
  value: T;
  version: string | null;
}

type Saving<T> =
  | { state: 'idle' | 'saving' | 'saved' }
  | { state: 'failed'; reason: string }
  | { state: 'conflict'; conflict: Conflict<T> };

export type StoredFormState<T extends Values> = ReturnType<typeof useStoredForm<T>>;

/** Form over one resource. Typing during a save is kept; a conflict stops it. `complete`: fields that are sent in another form than typed. `bodyOf`: the fields sent; all of them by default. */
export function useStoredForm<T extends Values>(
  path: string,
  complete?: (values: T) => Partial<T>,
  bodyOf: (values: T) => Partial<T> = (values) => values,
) {
  const { call } = useSession();
  const client = useQueryClient();
  const { answer, isFresh, problem, reload } = useVersioned<T>(path);
  const [draft, setDraft] = useState<Partial<T>>({});
  /** Base version of the draft: a newer one must not replace it silently. */
  const [base, setBase] = useState<Stored<T>>();
  const [errors, setErrors] = useState<Errors>({});
  const [saving, setSaving] = useState<Saving<T>>({ state: 'idle' });

  const offerTyped = useOfferTyped();
  const isDirty = Object.keys(draft).length > 0;
  const newest = useMemo(() => (answer && isFresh ? toStored(answer) : undefined), [answer, isFresh]);
  const stored = isDirty ? base : newest;
  const values = stored && { ...stored.value, ...draft };

  const set = (name: keyof T & string, value: Value) => {
    if (!stored) return;
    setBase(stored);
    setDraft((before) => differing({ ...before, [name]: value }, stored.value));
    setErrors(({ [name]: _gone, ...rest }) => rest);
    setSaving((before) => (before.state === 'saved' || before.state === 'failed' ? { state: 'idle' } : before));
  };

  const put = async (sent: T, over: Stored<T>) => {
    setSaving({ state: 'saving' });
    setErrors({});
    try {
      const { data, version } = await call<T>('PUT', path, { body: bodyOf(sent), ifMatch: over.version });
      client.setQueryData([path], { data, version });
      setBase(toStored({ data, version }));
      setDraft((now) => differing(now, sent));
      setSaving({ state: 'saved' });
      // The live state may depend on this setting.
      void client.invalidateQueries(withPaths('/live'));
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.fields);
      const latest = error instanceof ApiError && error.status === 412 ? await reload() : undefined;
      if (!latest) return setSaving({ state: 'failed', reason: extractError(error) });
      const { value: theirs, version } = toStored(latest);
      setSaving({ state: 'conflict', conflict: { base: over.value, mine: sent, theirs, version } });
    }
  };

  return {
    ...{ values, problem, reload, isDirty, saving, errors, set },
    stored: stored?.value,
    ...fieldProps(values, errors, set),
    save: async () => {
      if (!values || !stored) return;
      const completed = complete?.(values) ?? {};
      setBase(stored);
      setDraft((before) => differing({ ...before, ...completed }, stored.value));
      await put({ ...values, ...completed }, stored);
    },
    discard: () => {
      offerTyped(() => {
        if (!base) return;
        setBase(base);
        setDraft((now) => differing({ ...draft, ...now }, base.value));
      });
      setErrors({});
      setDraft({});
      setSaving({ state: 'idle' });
    },
    dismiss: () => setSaving({ state: 'idle' }),
    /** Applies only my changes to their version. */
    keepMine: ({ base: former, mine, theirs, version }: Conflict<T>) => {
      const over = { value: theirs, version };
      setBase(over);
      return put(mergeMine(theirs, former, mine), over);
    },
  };
}

/** Offers to bring back what was typed in a form and discarded; the offer goes with its screen. */
export function useOfferTyped(): (putBack: () => void) => void {
  const drop = useRef<() => void>(undefined);
  useEffect(() => () => drop.current?.(), []);
  return (putBack) => {
    const texts = { text: 'Изменения отменены.', back: 'Изменения возвращены.', button: 'Вернуть' };
    drop.current = offerUndo({ ...texts, undo: async () => putBack() });
  };
}

function differing<T extends Values>(draft: Partial<T>, stored: T): Partial<T> {
  return Object.fromEntries(changedKeys(stored, draft).map((name) => [name, draft[name]])) as Partial<T>;
}

function mergeMine<T extends Values>(theirs: T, base: T, mine: T): T {
  return { ...theirs, ...Object.fromEntries(changedKeys(base, mine).map((name) => [name, mine[name]])) };
}

/** Null in the API is '' in the form. */
export function toStored<T extends Values>({ data, version }: Versioned<T>): Stored<T> {
  return { value: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value ?? ''])) as T, version };
}
