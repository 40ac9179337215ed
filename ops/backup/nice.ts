import { constants, setPriority } from 'node:os';

/** Lowers this process's CPU priority below that of the server. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some sandboxes forbid it.
  }
}
