import type { DoctorReport } from '../../../../api/doctor.ts';
import styles from './doctor.module.css';
import { StateMark } from './state-mark.tsx';

export type Finding = DoctorReport['groups'][number]['lines'][number] & { group?: string };

/** Findings under their heading; nothing where there are none. */
export function FindingGroup({ title, lines }: { title: string; lines: Finding[] }) {
  if (lines.length === 0) return null;
  return (
    <section className={styles.group} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line.id} className={styles.line} data-state={line.state}>
            <StateMark state={line.state} />
            <div>
              <h3>
                {line.name}
                {line.group && line.group !== line.name && <small>{line.group}</small>}
              </h3>
              <p>{line.text}</p>
              {line.advice && <p className={styles.advice}>{line.advice}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
