/** One Russian sentence for the administrator. */
export class ReleaseError extends Error {}
