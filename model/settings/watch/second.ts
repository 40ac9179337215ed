/** Pure: shared by the server, open pages and the player. */

const SECOND = /^(0|[1-9]\d{0,4})$/;
/** Longest recording, in seconds. */
export const LONGEST = 86_400;

/** `?t=` of the page and the player: whole seconds from the start of a recording. */
export function readSecond(text: string | null): number | undefined {
  return text !== null && SECOND.test(text) && Number(text) <= LONGEST ? Number(text) : undefined;
}

/** `1:02:05`, `2:05` */
export function clockOf(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
