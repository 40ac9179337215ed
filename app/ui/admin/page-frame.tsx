import { Button, Center, Group, Loader } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';

const LOOKS = { phone: { label: 'Телефон', width: 390 }, desk: { label: 'Компьютер', width: 1280 } }; // px

type Look = keyof typeof LOOKS;

interface Props {
  title: string;
  html: string | undefined; // Document without scripts
  onShown?: (document: Document) => void; // Called when the document is there
  children?: ReactNode;
}

/** A page as visitors see it, at the width of a phone or of a desk, scaled to fit. */
export function PageFrame({ title, html, onShown, children }: Props) {
  const [look, setLook] = useState<Look>('phone');
  const { ref: room, ...size } = useElementSize<HTMLDivElement>();
  const { width } = LOOKS[look];
  const scale = Math.min(1, size.width / width) || 1;
  return (
    <div style={PLACE} data-look={look}>
      <Group gap="0.25rem 0">
        {/* A phone shows no desk that could be read. */}
        <Button.Group aria-label="Ширина" visibleFrom="sm" mr="0.5rem">
          {(['phone', 'desk'] as const).map((name) => (
            <Button
              key={name}
              variant={name === look ? 'filled' : 'default'}
              size="compact-md"
              aria-pressed={name === look}
              onClick={() => setLook(name)}
            >
              {LOOKS[name].label}
            </Button>
          ))}
        </Button.Group>
        {children}
      </Group>
      <div ref={room} style={ROOM}>
        {html === undefined ? (
          <Center h="100%" role="status" aria-label="Загрузка">
            <Loader />
          </Center>
        ) : (
          <iframe
            title={title}
            // No scripts: the panel only reads the document.
            sandbox="allow-same-origin"
            srcDoc={html}
            style={{
              ...FRAME,
              width,
              height: size.height / scale,
              transform: `scale(${scale})`,
              marginInlineStart: Math.max(0, (size.width - width) / 2),
            }}
            onLoad={({ currentTarget }) => currentTarget.contentDocument && onShown?.(currentTarget.contentDocument)}
          />
        )}
      </div>
    </div>
  );
}

const PLACE = {
  display: 'grid',
  flex: 1,
  grid: 'auto minmax(0, 1fr) / minmax(0, 1fr)',
  gap: '0.75rem',
  minHeight: 0,
} as const;
const ROOM = {
  minHeight: '12rem',
  overflow: 'clip',
  border: '1px solid var(--edge)',
  borderRadius: '0.75rem',
  background: 'var(--surface-sunken)',
} as const;
const FRAME = { display: 'block', border: 0, background: 'var(--surface)', transformOrigin: '0 0' } as const;
