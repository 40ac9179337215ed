import { Button, type ButtonProps } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, extractError } from '../../errors/api-error.ts';
import { Dialog, FormButtons } from '../dialog.tsx';
import { Problem } from '../loading/states.tsx';
import ui from '../patterns.module.css';
import { changedKeys, type Errors, fieldProps, type Value, type Values } from './field-props.ts';
import { useConfirmedClose } from './leave-warning.tsx';

interface Props {
  title: string | [changing: string, adding: string];
  row?: object | undefined; // The edited row; undefined to add one
  yes?: string; // Label of the submit button
  form: Pick<ReturnType<typeof useFormCall>, 'form' | 'isChanged' | 'busy' | 'problem'>;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog; confirms closing if something was typed. */
export function FormDialog({ title, row, yes = row ? 'Сохранить' : 'Добавить', form, onClose, children }: Props) {
  const { close, question } = useConfirmedClose(form.isChanged, onClose);
  return (
    <Dialog
      title={typeof title === 'string' ? title : title[row ? 0 : 1]}
      role="alertdialog"
      onClose={() => form.busy || close()}
    >
      <CallForm form={form} submit={yes} onCancel={close}>
        {children}
      </CallForm>
      {question}
    </Dialog>
  );
}

interface CallFormProps extends Pick<ButtonProps, 'variant'> {
  form: Pick<ReturnType<typeof useFormCall>, 'form' | 'busy' | 'problem'>;
  submit: string; // Label of the submit button
  onCancel?: () => void; // In a dialog, whose buttons stand at its other side
  children: ReactNode;
}

export function CallForm({ form: { form, busy, problem }, submit, onCancel, children, variant }: CallFormProps) {
  const told = useRef<HTMLDivElement>(null);
  // Sticky buttons of a tall dialog would cover it.
  useEffect(() => {
    if (problem) told.current?.scrollIntoView({ block: 'center' });
  }, [problem]);
  return (
    <form {...form} className={ui.form}>
      {children}
      {problem && (
        <div ref={told}>
          <Problem text={`Ошибка: ${problem}`} />
        </div>
      )}
      {onCancel ? (
        <FormButtons submit={submit} busy={busy} onCancel={onCancel} />
      ) : (
        <Button type="submit" loading={busy} variant={variant} px="min(1.375rem, 4vw)">
          {submit}
        </Button>
      )}
    </form>
  );
}

/** State of a form; all fields but the `optional` ones are required, texts and times marked so. Resets after success. */
export function useFormCall<T extends Values>(
  initial: T,
  send: (values: T) => Promise<void>,
  optional: readonly string[] = [],
) {
  const [before] = useState(initial);
  const [values, setValues] = useState(before);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  /** The refused form, until its wrong fields are marked and its button, which had the focus, is enabled again. */
  const refused = useRef<HTMLElement>(undefined);
  useEffect(() => {
    if (busy) return;
    refused.current?.querySelector<HTMLElement>('[aria-invalid=true], [type=submit]')?.focus();
    refused.current = undefined;
  });

  /** Fields that are trimmed before sending. */
  const limited = useRef(new Set<string>());

  const set = (name: keyof T & string, value: Value) => {
    setValues((now) => ({ ...now, [name]: value }));
    setErrors(({ [name]: _gone, ...rest }) => rest);
  };
  const submit = async (form: HTMLElement) => {
    const missing = Object.keys(before).filter(
      (name) => !optional.includes(name) && String(values[name]).trim() === '',
    );
    if (missing.length > 0) refused.current = form;
    setErrors(Object.fromEntries(missing.map((name) => [name, 'Заполните это поле.'])));
    setProblem('');
    if (missing.length > 0 || busy) return;
    setBusy(true);
    try {
      const trimmed = [...limited.current].map((name) => [name, String(values[name]).trim()]);
      await send({ ...values, ...Object.fromEntries(trimmed) });
      setValues(before);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(extractError(error));
      refused.current = form;
    }
    setBusy(false);
  };
  const props = fieldProps(values, errors, set);
  const marks = (name: string) => ({
    withAsterisk: !optional.includes(name),
    'aria-required': !optional.includes(name),
  });
  return {
    isChanged: changedKeys(before, values).length > 0,
    ...{ busy, problem, set },
    ...props,
    text: (name: keyof T & string, max?: number) => {
      if (max) limited.current.add(name);
      return { ...props.text(name, max), ...marks(name) };
    },
    moment: (name: keyof T & string) => ({ ...props.moment(name), ...marks(name) }),
    form: {
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      },
    },
  };
}

/** For a form: '' for what a row has not, and for a new one. */
export function textsOf<const Names extends readonly string[]>(
  row: { [Name in Names[number]]?: unknown } | undefined,
  names: Names,
) {
  const texts = names.map((name: Names[number]) => [name, String(row?.[name] ?? '')]);
  return Object.fromEntries(texts) as Record<Names[number], string>;
}
