import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import styles from './search-row.module.css';

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
    <div className={styles.row}>
      <TextInput
        {...field}
        type="search"
        aria-label={label}
        leftSection={<Icon name="search" />}
        className={styles.search ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {children}
    </div>
  );
}
