/** Why nothing is moved, or not to the end: one Russian sentence for the administrator of the server. */
export class MoveError extends Error {}
