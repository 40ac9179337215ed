import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
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
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const answerYes = async () => {
    setBusy(true);
    setProblem('');
    try {
      await onYes();
    } catch (error) {
      setProblem(extractError(error));
      setBusy(false);
    }
  };
  return (
    <Dialog role="alertdialog" title={question} onClose={() => busy || onNo()}>
      {children}
      {problem && <Problem text={`Ошибка: ${problem}`} />}
      <DialogButtons>
        <Button variant="default" onClick={onNo} disabled={busy} data-autofocus>
          {no}
        </Button>
        <Button color={color} onClick={answerYes} loading={busy}>
          {yes}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
