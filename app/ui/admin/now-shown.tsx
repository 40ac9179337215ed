import type { ReactNode } from 'react';
import ui from './patterns.module.css';

interface Props {
  isOn: boolean;
  children: ReactNode;
  /** What visitors see after saving. */
  after?: ReactNode;
  later?: string;
}

export function NowShown({ isOn, children, after, later = 'После сохранения' }: Props) {
  return (
    <div className={ui.notice} data-kind={isOn ? 'good' : undefined}>
      <p>
        <span className={ui.lamp} data-on={isOn || undefined} aria-hidden="true" />
        <b>Сейчас посетители видят:</b> {children}
      </p>
      {after && (
        <p style={{ paddingTop: '0.5rem', borderTop: '1px dashed var(--edge-strong)' }}>
          <b>{later}:</b> {after}
        </p>
      )}
    </div>
  );
}
