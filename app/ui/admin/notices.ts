import { notifications } from '@mantine/notifications';
import { useRef } from 'react';
import { extractError } from '../errors/api-error.ts';

export const NOTICE_DURATION = 5000; // ms

export function notifySuccess(message: string): void {
  notifications.show({ message, color: 'green', autoClose: NOTICE_DURATION });
}

/** `text` is a sentence or an error. Returns a function that hides the notice. */
export function notifyError(text: unknown): () => void {
  const id = notifications.show({ message: extractError(text), color: 'red', autoClose: NOTICE_DURATION });
  return () => void notifications.hide(id);
}

/** One error at a time. `once`: the same reason is not shown again before `dismiss`. */
export function useSingleError(prefix: string) {
  const last = useRef({ reason: '', dismiss: () => {} });
  return {
    show: (reason: string, once = false) => {
      if (once && last.current.reason === reason) return;
      last.current.dismiss();
      last.current = { reason, dismiss: notifyError(`${prefix}: ${reason}`) };
    },
    dismiss: () => {
      last.current.dismiss();
      last.current.reason = '';
    },
  };
}

const REFUSED = 'Браузер не дал скопировать: выделите текст и скопируйте его сами.';

/** Copies and notifies; without TLS the clipboard API is missing. */
export async function copy(text: string, done: string, refused = REFUSED): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess(done);
  } catch {
    notifyError(refused);
  }
}

/** `to` is a path of this site or an absolute address. */
export function copyAddress(to: string): Promise<void> {
  return copy(new URL(to, location.origin).href, 'Адрес скопирован.', 'Браузер не разрешил скопировать адрес.');
}
