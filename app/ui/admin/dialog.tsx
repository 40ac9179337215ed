import { Button, CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './dialog.module.css';
import ui from './patterns.module.css';

interface Props {
  title: string;
  role?: 'dialog' | 'alertdialog'; // `alertdialog` is not closed by a click outside
  wide?: boolean;
  full?: boolean;
  drawer?: boolean;
  onClose: () => void; // Esc, or a click outside a plain dialog
  children: ReactNode;
}

type Press = Pick<MouseEvent, 'clientX' | 'clientY' | 'detail' | 'timeStamp'>;

let lastPress: Press | undefined;
if (!import.meta.env.SSR)
  addEventListener(
    'click',
    (event) => {
      lastPress = event;
    },
    true,
  );

/** In ms, and in px. */
const DOUBLE_TAP = { within: 500, near: 24 };

function isSecondOf(opening: Press | undefined, { clientX, clientY, detail, timeStamp }: Press): boolean {
  if (!opening?.detail || !detail || timeStamp - opening.timeStamp >= DOUBLE_TAP.within) return false;
  return Math.hypot(clientX - opening.clientX, clientY - opening.clientY) < DOUBLE_TAP.near;
}

/** Modal. Ignores the second tap of the double tap that opened it. Focus goes to `[data-autofocus]`, or to the title of a dialog taller than the screen; on close back. */
export function Dialog({ title, role = 'dialog', wide, full, drawer, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A menu is unmounted before the effect runs.
  const [before] = useState(() => openerOf(document.activeElement));
  const opening = useRef(lastPress);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const first = element?.querySelector<HTMLElement>('[data-autofocus]');
    first?.focus();
    const isLong = element && element.scrollHeight > element.clientHeight;
    if (isLong && (element.scrollTop > 0 || first?.closest(`.${styles.buttons}`))) startAtTitle(element);
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, [before]);
  return (
    <dialog
      ref={dialog}
      role={role}
      className={[styles.dialog, wide && styles.wide, full && styles.full, drawer && styles.drawer]
        .filter(Boolean)
        .join(' ')}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        // `cancel` of a nested dialog bubbles in React.
        if (event.target === dialog.current) onClose();
      }}
      // Browsers close it on a second Esc despite `preventDefault`: reopened while rendered.
      onClose={({ currentTarget }) => currentTarget.isConnected && !currentTarget.open && currentTarget.showModal()}
      onMouseDown={(event) => {
        if (role === 'dialog' && event.target === dialog.current && !isSecondOf(opening.current, event)) onClose();
      }}
      onClickCapture={(event) => {
        if (isSecondOf(opening.current, event)) {
          event.preventDefault();
          event.stopPropagation();
        } else opening.current = undefined;
      }}
    >
      <div className={styles.inside}>
        <h2 id={titleId} className={ui.title} tabIndex={-1} style={{ paddingInlineEnd: full ? '2.5rem' : undefined }}>
          {title}
        </h2>
        {(full || drawer) && <CloseButton {...CORNER} aria-label="Закрыть" data-autofocus={full} onClick={onClose} />}
        {children}
      </div>
    </dialog>
  );
}

/** For a menu item the button of its menu: the item is unmounted with the menu. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}

const CORNER = { pos: 'absolute', top: '0.75rem', right: '0.75rem', size: 'lg' } as const;

/** Autofocus is on the answers or scrolled down: the text is read first. */
function startAtTitle(dialog: HTMLElement): void {
  dialog.querySelector('h2')?.focus();
  dialog.scrollTop = 0;
}

export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}

interface FormButtonsProps {
  submit?: string | undefined; // Label of the submit button; without it there is none
  cancel?: string;
  busy?: boolean;
  isOff?: boolean | undefined;
  isQuiet?: boolean | undefined; // Less prominent, beside the main button
  isFocused?: boolean; // The last of them
  onSubmit?: (() => void) | undefined;
  onCancel: () => void;
  children?: ReactNode;
}

export function FormButtons({ submit, cancel = 'Отмена', busy = false, onCancel, ...props }: FormButtonsProps) {
  const { isOff, isQuiet, isFocused = false, onSubmit, children } = props;
  return (
    <DialogButtons>
      {submit && children}
      <Button variant="default" disabled={busy} data-autofocus={(isFocused && !submit) || undefined} onClick={onCancel}>
        {cancel}
      </Button>
      {!submit && children}
      {submit && (
        <Button
          type={onSubmit ? 'button' : 'submit'}
          variant={isQuiet ? 'default' : 'filled'}
          loading={busy}
          disabled={isOff}
          data-autofocus={isFocused || undefined}
          onClick={onSubmit}
        >
          {submit}
        </Button>
      )}
    </DialogButtons>
  );
}
