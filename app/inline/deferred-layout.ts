/**
 * While a page is new, `data-early` on `<html>` lets what is marked `data-later` wait: only what is near the screen is laid out for the
 * first paint, the rest after it, some with each frame, so that a long list never holds up a finger. Who comes back to a page or
 * loads it again is put where they were, which is only right at the real height of everything above. Stands in the page as text, so
 * it may use nothing from outside itself.
 */
export function deferLayout(): void {
  const AT_ONCE = 8;
  const page = document.documentElement;
  const [visit] = performance.getEntriesByType('navigation');
  if (!(visit instanceof PerformanceNavigationTiming) || visit.type !== 'navigate') return;

  function layOutNext(): void {
    const waiting = [...document.querySelectorAll('[data-later]')];
    for (const part of waiting.slice(0, AT_ONCE)) part.removeAttribute('data-later');
    if (waiting.length > AT_ONCE) requestAnimationFrame(layOutNext);
    else delete page.dataset.early;
  }

  page.dataset.early = '';
  // Who moves on before everything has come is not shown blanks.
  for (const move of ['scroll', 'touchstart', 'keydown', 'focusin'])
    addEventListener(move, layOutNext, { once: true, passive: true });
  addEventListener('load', () => {
    if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) return layOutNext();
    const paint = new PerformanceObserver(() => {
      paint.disconnect();
      requestAnimationFrame(layOutNext);
    });
    paint.observe({ type: 'paint', buffered: true });
  });
}
