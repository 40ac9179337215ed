import type { ReactNode } from 'react';
import styles from './now-shown.module.css';

interface Props {
  isOn: boolean;
  /** What visitors see at this moment. */
  children: ReactNode;
  /** What they will see once the form is saved. */
  after?: ReactNode;
}

/** Says in words what a switch means for visitors, now and after saving. */
export function NowShown({ isOn, children, after }: Props) {
  return (
    <div className={styles.shown} data-on={isOn || undefined}>
      <p>
        <span className={styles.lamp} aria-hidden="true" />
        <b>Сейчас посетители видят:</b> {children}
      </p>
      {after && (
        <p className={styles.after}>
          <b>После сохранения:</b> {after}
        </p>
      )}
    </div>
  );
}
