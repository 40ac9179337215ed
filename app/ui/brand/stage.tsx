import styles from './stage.module.css';

export function Stage() {
  return (
    <div className={styles.stage} aria-hidden="true">
      <div className={styles.beam} />
      <div className={styles.floor} />
      <div className={styles.pool} />
      <div className={styles.ramp} />
      <div className={styles.grain} />
    </div>
  );
}
