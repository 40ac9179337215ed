import type { Quality } from './engine.ts';
import styles from './player.module.css';

export function QualityChoice({
  qualities,
  onChoose,
}: {
  qualities: Quality[];
  onChoose: (level: number | null) => void;
}) {
  return (
    <label className={styles.quality}>
      <span className={styles.title}>Качество</span>
      <select
        defaultValue=""
        onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : Number(value))}
      >
        <option value="">Качество: авто</option>
        {qualities.map(({ level, name }) => (
          <option key={level} value={level}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
