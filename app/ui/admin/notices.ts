import { notifications } from '@mantine/notifications';
import { extractError } from '../errors/api-error.ts';

/** So long a notification stays, unless it is closed before. In ms. */
const SHOWN_FOR = 5000;

/** Something worked. */
export function tellDone(message: string): void {
  notifications.show({ message, color: 'green', autoClose: SHOWN_FOR });
}

/** Something failed: `text` is a sentence, or an error to read one from. */
export function tellProblem(text: unknown): void {
  notifications.show({ message: extractError(text), color: 'red', autoClose: SHOWN_FOR });
}
