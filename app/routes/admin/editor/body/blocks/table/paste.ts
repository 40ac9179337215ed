/** Tables of other programs come whole. */
export function pasteTables(body: HTMLElement): void {
  for (const cell of body.querySelectorAll('td, th')) void cell;
}
