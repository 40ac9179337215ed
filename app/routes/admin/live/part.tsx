import { Skeleton, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import styles from './live.module.css';

interface Props<T> {
  title: string;
  /** Undefined until it was read. */
  data: T | undefined;
  /** Reads it. */
  desk?: { problem: string | undefined; reload: () => unknown };
  children: (data: T) => ReactNode;
}

/** A part of the desk. What was loaded stays while it cannot be read again. */
export function Part<T>({ title, data, desk, children }: Props<T>) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {data !== undefined && children(data)}
      {data === undefined && !desk?.problem && <Skeleton height={64} radius="md" />}
      {data === undefined && desk?.problem && <Problem text={`Ошибка: ${desk.problem}`} onRetry={desk.reload} />}
    </section>
  );
}
