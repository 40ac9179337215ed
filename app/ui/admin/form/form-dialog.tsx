import { Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Confirm } from '../confirm.tsx';
import { Dialog, FormButtons } from '../dialog.tsx';
import { Problem } from '../loading/states.tsx';
import type { useFormCall } from './use-form-call.ts';

interface Props {
  title: string;
  /** On the button that sends. */
  yes: string;
  form: Pick<ReturnType<typeof useFormCall>, 'form' | 'isChanged' | 'busy' | 'problem'>;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog; with something typed it asks before it closes. */
export function FormDialog({ title, yes, form: { form, isChanged, busy, problem }, onClose, children }: Props) {
  const [isLeaving, setLeaving] = useState(false);
  const close = () => (isChanged ? setLeaving(true) : onClose());
  return (
    <Dialog title={title} role="alertdialog" onClose={() => busy || close()}>
      <form {...form}>
        <Stack>
          {children}
          {problem && <Problem text={`Ошибка: ${problem}`} />}
          <FormButtons submit={yes} busy={busy} onCancel={close} />
        </Stack>
      </form>
      {isLeaving && (
        <Confirm
          question="Закрыть без сохранения?"
          yes="Закрыть"
          no="Остаться"
          onYes={onClose}
          onNo={() => setLeaving(false)}
        >
          <p>Введённое пропадёт.</p>
        </Confirm>
      )}
    </Dialog>
  );
}
