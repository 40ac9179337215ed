/** Whether the visitor has paused what moves or renews itself. It is told anew by a `rampa:view` event on the document. */
export function isStill(): boolean {
  return document.documentElement.dataset.still !== undefined;
}
