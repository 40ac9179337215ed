import { SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import styles from './page-frame.module.css';

const WIDTHS = { phone: 390, desk: 1280 }; // px

interface Props {
  title: string;
  /** Document without scripts. */
  html: string | undefined;
  /** Called when the document is there. */
  onShown?: (document: Document) => void;
  children?: ReactNode;
}

/** A page as visitors see it, at the width of a phone or of a desk, scaled to fit. */
export function PageFrame({ title, html, onShown, children }: Props) {
  const [look, setLook] = useState<keyof typeof WIDTHS>('phone');
  const { ref: room, ...size } = useElementSize<HTMLDivElement>();
  const width = WIDTHS[look];
  const scale = Math.min(1, size.width / width) || 1;
  return (
    <div className={styles.place}>
      <div className={styles.head}>
        <SegmentedControl
          aria-label="Ширина"
          value={look}
          onChange={(value) => setLook(value as keyof typeof WIDTHS)}
          data={[
            { value: 'phone', label: 'Телефон' },
            { value: 'desk', label: 'Компьютер' },
          ]}
        />
        {children}
      </div>
      <div ref={room} className={styles.room}>
        {html !== undefined && (
          <iframe
            title={title}
            // No scripts: the panel only reads the document.
            sandbox="allow-same-origin"
            srcDoc={html}
            className={styles.frame}
            style={{
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

/** `scrollIntoView` would scroll the panel, too. `lead`: part of the window above the place. */
export function scrollTo(place: Element, lead: number): void {
  const view = place.ownerDocument.defaultView;
  view?.scrollBy({ top: place.getBoundingClientRect().top - lead * view.innerHeight, behavior: 'instant' });
}
