import { notifications } from '@mantine/notifications';
import { extractError } from '../errors/api-error.ts';

const SHOWN_FOR = 5000; // ms

export function tellDone(message: string): void {
  notifications.show({ message, color: 'green', autoClose: SHOWN_FOR });
}

/** `text` is a sentence or an error. */
export function tellProblem(text: unknown): void {
  notifications.show({ message: extractError(text), color: 'red', autoClose: SHOWN_FOR });
}
