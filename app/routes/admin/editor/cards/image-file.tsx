import { Button } from '@mantine/core';
import type { ChangeEvent } from 'react';

interface Props {
  label: string;
  name?: string;
  accept?: string;
  disabled: boolean;
  onChoose: (file: File) => void;
}

export function ImageFile({ label, name, accept = 'image/*', disabled, onChoose }: Props) {
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // `change` must fire for the same file after a failure.
    currentTarget.value = '';
    if (file) onChoose(file);
  };
  return (
    <Button component="label" variant="default" data-disabled={disabled || undefined}>
      <input
        type="file"
        name={name}
        accept={accept}
        onChange={choose}
        disabled={disabled}
        style={{ position: 'absolute', inset: 0, width: '100%', opacity: 0, cursor: 'inherit' }}
      />
      {label}
    </Button>
  );
}
