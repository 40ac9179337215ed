import { constants, setPriority } from 'node:os';

/** Backups yield to visitors; at the lowest priority they would not end while the machine is busy. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some sandboxes forbid it.
  }
}
