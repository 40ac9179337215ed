import type { ReactNode } from 'react';
import styles from './now-shown.module.css';

interface Props {
  isOn: boolean;
  children: ReactNode;
  /** What visitors see after saving. */
  after?: ReactNode;
  later?: string;
}

export function NowShown({ isOn, children, after, later = 'После сохранения' }: Props) {
  return (
    <div className={styles.shown} data-on={isOn || undefined}>
      <p>
        <span className={styles.lamp} aria-hidden="true" />
        <b>Сейчас посетители видят:</b> {children}
      </p>
      {after && (
        <p className={styles.after}>
          <b>{later}:</b> {after}
        </p>
      )}
    </div>
  );
}
