import { Button, type ButtonProps } from '@mantine/core';

export interface RowButtonProps extends ButtonProps {
  word: string;
  /** More of it, for screen readers. */
  said?: string;
  /** What the row is about. */
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
