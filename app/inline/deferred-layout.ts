/** Lays out `data-later` after the first paint; not on back or reload (scroll). Stringified: no outside references. */
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
