import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './dialog.module.css';

interface Props {
  title: string;
  /** `alertdialog` is a question that has to be answered: a click beside it does not close it. */
  role?: 'dialog' | 'alertdialog';
  wide?: boolean;
  /** A full-height panel at the left edge. */
  drawer?: boolean;
  /** Esc, and a click beside a plain dialog. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal window over the page, open for as long as it is rendered. The focus goes to the element with `data-autofocus`, in a window
 * that is too long for the screen to its title, and back to where it was afterwards.
 */
export function Dialog({ title, role = 'dialog', wide, drawer, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    if (element && element.scrollTop > 0) startAtTitle(element);
    return () => {
      element?.close();
      const back = before instanceof HTMLElement && before.isConnected ? before : document.getElementById('main');
      back?.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      role={role}
      className={[styles.dialog, wide && styles.wide, drawer && styles.drawer].filter(Boolean).join(' ')}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        // A question that stands inside this window has its own Esc.
        if (event.target === dialog.current) onClose();
      }}
      // A browser closes it by itself when Esc was refused before: it is open for as long as it is rendered.
      onClose={({ currentTarget }) => currentTarget.isConnected && !currentTarget.open && currentTarget.showModal()}
      onMouseDown={(event) => {
        if (role === 'dialog' && event.target === dialog.current) onClose();
      }}
    >
      <div className={styles.inside}>
        <h2 id={titleId} className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}

/** Its answers are below the edge: what they answer is read first. */
function startAtTitle(dialog: HTMLElement): void {
  dialog.querySelector('h2')?.focus();
  dialog.scrollTop = 0;
}

/** The row of buttons that ends a dialog. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}
