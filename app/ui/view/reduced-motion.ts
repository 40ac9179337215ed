/** Whether the visitor paused the page: animation and live updates. */
export function isStill(): boolean {
  return document.documentElement.hasAttribute('data-still');
}

/** Calls `changed` on pause and resume. Returns the stop function. */
export function onStillChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-still'] });
  return () => observer.disconnect();
}
