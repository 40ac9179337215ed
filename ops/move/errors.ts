/** One Russian sentence for the administrator. */
export class MoveError extends Error {}
