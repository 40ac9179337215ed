import { Microphone } from './microphone.tsx';
import styles from './stage.module.css';

export function Stage({ isEmpty = false }: { isEmpty?: boolean }) {
  return (
    <div className={styles.stage} aria-hidden="true">
      <div className={styles.counter} />
      <div className={styles.beam} />
      <div className={styles.second} />
      <div className={styles.floor} />
      <div className={styles.pool} />
      {isEmpty || <Microphone className={styles.microphone} />}
      <div className={styles.ramp} />
      <div className={styles.grain} />
    </div>
  );
}
