import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';

interface ChooseProps extends ButtonProps {
  word: string;
  name?: string;
  accept?: string;
  onChoose: (file: File) => void;
  'data-autofocus'?: boolean;
}

/** A button to choose one file; the same file can be chosen again, for example once corrected. */
export function ChooseFile({ word, name, accept = 'image/*', onChoose, ...look }: ChooseProps) {
  const forget = useRef<() => void>(null);
  const choose = (file: File | null) => {
    if (file) onChoose(file);
    forget.current?.();
  };
  return (
    <FileButton {...{ name, accept }} resetRef={forget} onChange={choose}>
      {(props) => (
        <Button variant="default" leftSection={<Icon name="upload" />} style={START} {...look} {...props}>
          {word}
        </Button>
      )}
    </FileButton>
  );
}

const START = { alignSelf: 'flex-start', justifySelf: 'start' } as const;

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
  const refuse = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || !bringsFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  };
  useWindowEvent('dragover', refuse);
  useWindowEvent('drop', refuse);
}

function bringsFiles({ dataTransfer }: Pick<globalThis.DragEvent, 'dataTransfer'>): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
