import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { extractError } from '../errors/api-error.ts';
import { Dialog, DialogButtons } from './dialog.tsx';
import { Problem } from './loading/states.tsx';

interface Props {
  question: string;
  children?: ReactNode;
  yes: string;
  no?: string;
  color?: 'red' | 'ink';
  /** On failure the dialog stays open with the reason. */
  onYes: () => Promise<void> | void;
  onNo: () => void;
}

/** Confirmation; the safe answer has the focus. */
export function Confirm({ question, children, yes, no = 'Отмена', color = 'red', onYes, onNo }: Props) {
  const { mutate, isPending: busy, error } = useMutation({ mutationFn: async () => onYes() });
  return (
    <Dialog role="alertdialog" title={question} onClose={() => busy || onNo()}>
      {children}
      {error && <Problem text={`Ошибка: ${extractError(error)}`} />}
      <DialogButtons>
        <Button variant="default" onClick={onNo} disabled={busy} data-autofocus>
          {no}
        </Button>
        <Button color={color} onClick={() => mutate()} loading={busy}>
          {yes}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
