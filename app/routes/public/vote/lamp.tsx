import type { ReactNode } from 'react';
import { Arrow } from '../../../ui/arrow.tsx';
import styles from './lamp.module.css';

export function LitLamp({ text, address }: { text: string; address: string }) {
  return (
    <a className={styles.lit} href={address} target="_blank" rel="noopener">
      <span>{text}</span>
      <Arrow />
      <span className="hidden">(откроется в новой вкладке)</span>
    </a>
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
