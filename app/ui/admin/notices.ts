import { notifications } from '@mantine/notifications';
import { extractError } from '../errors/api-error.ts';

export const NOTICE_DURATION = 5000; // ms

export function notifySuccess(message: string): void {
  notifications.show({ message, color: 'green', autoClose: NOTICE_DURATION });
}

/** `text` is a sentence or an error. */
export function notifyError(text: unknown): void {
  notifications.show({ message: extractError(text), color: 'red', autoClose: NOTICE_DURATION });
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
