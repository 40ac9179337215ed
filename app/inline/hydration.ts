/**
 * Starts React once the page has been painted and the browser is idle, or with the visitor's first move, whichever comes first:
 * links, menu and banner work without it, and its scripts would compete with the first paint. The way the page is hydrated stands
 * in the document as inert text. Stands in the page as text itself, so it may use nothing from outside.
 */
export function hydrateWhenIdle(): void {
  const MOVES = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'];
  const PATIENCE = 1500;

  function start(): void {
    const waiting = document.querySelector('script[data-hydration]');
    if (!waiting || waiting.hasAttribute('data-started')) return;
    waiting.setAttribute('data-started', '');
    for (const move of MOVES) removeEventListener(move, start);
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]'))
      link.rel = link.dataset.rel ?? '';
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = waiting.textContent;
    document.head.append(script);
    script.remove();
  }

  for (const move of MOVES) addEventListener(move, start, { passive: true });
  function startWhenIdle(): void {
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: PATIENCE });
    else setTimeout(start, PATIENCE);
  }

  addEventListener('load', () => {
    // Everything may be there before the browser has shown any of it.
    if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) return startWhenIdle();
    const paint = new PerformanceObserver(() => {
      paint.disconnect();
      startWhenIdle();
    });
    paint.observe({ type: 'paint', buffered: true });
  });
}
