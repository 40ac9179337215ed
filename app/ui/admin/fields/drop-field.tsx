import { type DragEvent, type ReactNode, useEffect, useState } from 'react';

interface Props {
  label: string;
  onDrop: (files: File[]) => void;
  children: ReactNode;
}

export function DropField({ label, onDrop, children }: Props) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <section
      aria-label={label}
      style={isOver ? { ...ROOM, outline: '3px dashed var(--accent)' } : ROOM}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!bringsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onDrop([...event.dataTransfer.files]);
      }}
    >
      {children}
    </section>
  );
}

const ROOM = {
  display: 'grid',
  flex: 1,
  alignContent: 'start',
  gap: 'inherit',
  borderRadius: '1rem',
  outlineOffset: '0.5rem',
} as const;

/** Ignores files dropped elsewhere: the browser would open them in place of the panel. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !bringsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    const stop = new AbortController();
    for (const name of ['dragover', 'drop'] as const) addEventListener(name, refuse, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

function bringsFiles({ dataTransfer }: Pick<globalThis.DragEvent, 'dataTransfer'>): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
