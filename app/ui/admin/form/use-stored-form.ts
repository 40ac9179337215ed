import { useCallback, useState } from 'react';
import { ApiError, extractError } from '../../errors/api-error.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { useSession } from '../sign-in/session.tsx';

/** Lists are compared by content. */
export type Value = string | boolean | number | readonly object[];
export type Values = Record<string, Value>;

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

/** Form over one resource. Typing during a save is kept; a conflict stops it. `complete`: fields sent otherwise. */
export function useStoredForm<T extends Values>(path: string, complete?: (values: T) => Partial<T>) {
  const { call } = useSession();
  const [draft, setDraft] = useState<Partial<T>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState<Saving<T>>({ state: 'idle' });

  const { stored, problem, reload, change, read } = useStored<T>(path);
  const values = stored && { ...stored.value, ...draft };
  const isDirty = stored !== undefined && changedKeys(stored.value, draft).length > 0;

  const set = useCallback((name: keyof T & string, value: Value) => {
    setDraft((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _gone, ...rest }) => rest);
    setSaving((before) => (before.state === 'saved' || before.state === 'failed' ? { state: 'idle' } : before));
  }, []);

  const put = async (sent: T, base: Stored<T>) => {
    setSaving({ state: 'saving' });
    setErrors({});
    try {
      const saved = toStored(await call<T>('PUT', path, { body: sent, ifMatch: base.version }));
      change(() => saved);
      setDraft((now) => withoutSent(now, sent));
      setSaving({ state: 'saved' });
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.fields);
      if (!(error instanceof ApiError) || error.status !== 412)
        return setSaving({ state: 'failed', reason: extractError(error) });
      const theirs = await read().catch(() => undefined);
      if (!theirs) return setSaving({ state: 'failed', reason: extractError(error) });
      const conflict = { base: base.value, mine: sent, theirs: theirs.value, version: theirs.version };
      setSaving({ state: 'conflict', conflict });
    }
  };

  const forgetDraft = () => {
    setDraft({});
    setSaving({ state: 'idle' });
  };

  return {
    values,
    stored: stored?.value,
    version: stored?.version,
    problem,
    reload,
    /** Shows a value saved outside the form, but keeps its ETag: other changes still conflict. */
    amend: (saved: Partial<T>) => change((before) => ({ ...before, value: { ...before.value, ...saved } })),
    isDirty,
    saving,
    /** Reports a problem found before sending. */
    refuse: (fields: Record<string, string>, reason: string) => {
      setErrors(fields);
      setSaving({ state: 'failed', reason });
    },
    ...fieldProps(values, errors, set),
    errors,
    set,
    save: async () => {
      if (!values || !stored) return;
      const completed = complete?.(values) ?? {};
      setDraft((before) => ({ ...before, ...completed }));
      await put({ ...values, ...completed }, stored);
    },
    discard: () => {
      setErrors({});
      forgetDraft();
    },
    dismiss: () => setSaving({ state: 'idle' }),
    /** Only my changes over theirs. */
    keepMine: ({ base, mine, theirs, version }: Conflict<T>) => {
      change(() => ({ value: theirs, version }));
      return put(mineOver(theirs, base, mine), { value: theirs, version });
    },
    takeTheirs: ({ theirs, version }: Conflict<T>) => {
      change(() => ({ value: theirs, version }));
      forgetDraft();
    },
  };
}

function useStored<T extends Values>(path: string) {
  const { call } = useSession();
  const read = useCallback(
    async (signal?: AbortSignal): Promise<Stored<T>> => toStored(await call<T>('GET', path, { signal })),
    [call, path],
  );
  const { data: stored, ...rest } = useLoaded(read);
  return { stored, read, ...rest };
}

function withoutSent<T extends Values>(draft: Partial<T>, sent: T): Partial<T> {
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => !isSame(value, sent[name]))) as Partial<T>;
}

function mineOver<T extends Values>(theirs: T, base: T, mine: T): T {
  return { ...theirs, ...Object.fromEntries(changedKeys(base, mine).map((name) => [name, mine[name]])) };
}

function fieldProps<T extends Values>(
  values: T | undefined,
  errors: Record<string, string>,
  set: (name: keyof T & string, value: Value) => void,
) {
  return {
    text: (name: keyof T & string) => ({
      name,
      value: String(values?.[name] ?? ''),
      error: errors[name],
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set(name, currentTarget.value),
    }),
    toggle: (name: keyof T & string) => ({
      name,
      checked: values?.[name] === true,
      onChange: ({ currentTarget }: { currentTarget: { checked: boolean } }) => set(name, currentTarget.checked),
    }),
  };
}

export function changedKeys(before: Values, after: Partial<Values>): string[] {
  return Object.keys(after).filter((name) => !isSame(after[name], before[name]));
}

function isSame(one: Value | undefined, other: Value | undefined): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}

/** Null on the server is '' in the form. */
export function toStored<T extends Values>({ data, version }: { data: T; version: string | null }): Stored<T> {
  return { value: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value ?? ''])) as T, version };
}
