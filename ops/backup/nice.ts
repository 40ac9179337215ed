import { constants, setPriority } from 'node:os';

/** Visitors come first: this process gets what they leave of the processors. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some sandboxes forbid it. The work is the same, only less polite.
  }
}
