import { constants, setPriority } from 'node:os';

/** Visitors come first: this process gets what they leave of the processors. */
export function yieldToOthers(): void {
  setPriority(constants.priority.PRIORITY_LOW);
}
