import { Skeleton, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import styles from './live.module.css';

interface Props {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  isLoaded: boolean;
  problem?: string | undefined;
  onRetry?: () => void;
  children: ReactNode;
}

/** A part of the desk. What was loaded stays while it cannot be read again. */
export function Part({ title, aside, isLoaded, problem, onRetry, children }: Props) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <header className={styles.partHead}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {aside}
      </header>
      {isLoaded && children}
      {!isLoaded && !problem && <Skeleton height={64} radius="md" />}
      {!isLoaded && problem && <Problem text={`Ошибка: ${problem}`} {...(onRetry && { onRetry })} />}
    </section>
  );
}
