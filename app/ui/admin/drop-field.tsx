import { type DragEvent, type ReactNode, useState } from 'react';
import styles from './images.module.css';

/** Takes the files that are dropped anywhere on what it holds. */
export function DropField({ onDrop, children }: { onDrop: (files: File[]) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <section
      aria-label="Картинки"
      className={styles.drop}
      data-over={isOver || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop([...event.dataTransfer.files]);
      }}
    >
      {children}
    </section>
  );
}
