import { Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';

interface Props {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  /** Other filters of the list. */
  children: ReactNode;
}

export function SearchRow({ label, onChange, children, ...field }: Props) {
  return (
    <Group gap="0.75rem 1.5rem">
      <TextInput
        {...field}
        type="search"
        aria-label={label}
        leftSection={<Icon name="search" />}
        flex="1 1 16rem"
        maw="26rem"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {children}
    </Group>
  );
}
