/** A Russian sentence: why the rehearsal cannot begin or go on. */
export class RehearsalError extends Error {}
