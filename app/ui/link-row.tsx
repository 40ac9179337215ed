import type { ReactNode } from 'react';
import styles from './link-row.module.css';

/** Links side by side: where a page with nothing on it leads. */
export function LinkRow({ children }: { children: ReactNode }) {
  return <p className={styles.ways}>{children}</p>;
}
