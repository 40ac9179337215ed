import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Confirm, type ConfirmProps } from './dialog.tsx';

interface RowButtonProps extends ButtonProps {
  word: string;
  said?: string; // More of it, for screen readers
  of: string;
  isDanger?: boolean;
  onClick: () => void;
}

/** In a list: named by its row, too. */
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

/** A button that asks first. The question goes with it. */
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
    yes?: string; // Of the answer; else that of the button
  };

export function RowConfirm({ question, yes, onYes, children, ...button }: RowConfirmProps) {
  return (
    <Ask
      button={(ask) => <RowButton isDanger {...button} onClick={ask} />}
      {...{ question, yes: yes ?? button.word, onYes, children }}
    />
  );
}
