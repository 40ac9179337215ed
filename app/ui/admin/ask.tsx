import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { extractError } from '../errors/api-error.ts';
import { Dialog, DialogButtons } from './dialog.tsx';
import { Problem } from './loading/states.tsx';

export interface ConfirmProps {
  question: string;
  children?: ReactNode;
  yes: string;
  no?: string;
  color?: 'red' | 'ink';
  onYes: () => Promise<void> | void; // On failure the dialog stays open with the reason
  onNo: () => void;
}

/** Confirmation; the safe answer has the focus. */
export function Confirm({ question, children, yes, no = 'Отмена', color = 'red', onYes, onNo }: ConfirmProps) {
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

interface RowButtonProps extends ButtonProps {
  word: string;
  said?: string; // Longer label for screen readers
  of: string;
  isDanger?: boolean;
  onClick: () => void;
}

/** A button in a list row; its accessible name contains the row's. */
export function RowButton({ word, said = word, of, isDanger, ...props }: RowButtonProps) {
  const look = isDanger ? ({ variant: 'subtle', color: 'red' } as const) : ({ variant: 'default' } as const);
  return (
    <Button {...look} size="sm" aria-label={`${said}: ${of}`} {...props}>
      {word}
    </Button>
  );
}

interface AskProps extends Omit<ConfirmProps, 'onYes' | 'onNo'> {
  onYes: () => Promise<unknown>;
  button: (ask: () => void) => ReactNode;
}

/** A button with a confirmation, which closes when the button is unmounted. */
export function Ask({ button, onYes, ...question }: AskProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      {button(() => setAsking(true))}
      {isAsking && <Confirm {...question} onYes={() => onYes().then(close)} onNo={close} />}
    </>
  );
}

type RowConfirmProps = Omit<RowButtonProps, 'onClick' | 'children'> &
  Pick<AskProps, 'question' | 'onYes' | 'children'> & {
    yes?: string; // Label of the confirming button; default: that of the button
  };

export function RowConfirm({ question, yes, onYes, children, ...button }: RowConfirmProps) {
  return (
    <Ask
      button={(ask) => <RowButton isDanger {...button} onClick={ask} />}
      {...{ question, yes: yes ?? button.word, onYes, children }}
    />
  );
}
