/** Whether the visitor has paused everything that moves or changes by itself. */
export function isStill(): boolean {
  return document.documentElement.hasAttribute('data-still');
}

/** Calls `changed` when the visitor pauses the page or lets it go on. Gives the function that ends it. */
export function onStillChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-still'] });
  return () => observer.disconnect();
}
