import type { ReactNode } from 'react';
import { Arrow } from '../../../ui/arrow.tsx';
import styles from './lamp.module.css';

export function LitLamp({ text, address }: { text: string; address: string }) {
  return (
    <a className={styles.lit} href={address} target="_blank" rel="noopener">
      <span>{withoutHanging(text)}</span>
      <Arrow />
      <span className="hidden">(откроется в новой вкладке)</span>
    </a>
  );
}

/** Keeps short words with the next one; the text itself stays as written. */
function withoutHanging(text: string): ReactNode[] {
  return text.split(/(?<=^|\s)(\p{L}{1,2} \S{1,14})(?!\S)/u).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={part} className={styles.together}>
        {part}
      </span>
    ),
  );
}

export function DarkLamp({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.dark}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
