/** Hydrates when idle after the first paint, or at the first interaction; tries again where code was lost. Stringified: no outside references. */
export function hydrateWhenIdle(): void {
  const MOVES = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'];
  const TIMEOUT = 1500;

  function start(): void {
    // The parser may be in the middle of this very script.
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', start);
      return;
    }
    const waiting = document.querySelector('script[data-hydration]');
    if (!waiting || waiting.hasAttribute('data-started')) return;
    waiting.setAttribute('data-started', '');
    for (const move of MOVES) removeEventListener(move, start);
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]'))
      link.rel = link.dataset.rel ?? '';
    run(waiting.textContent, 15_000);
  }

  function run(code: string, pause: number): void {
    if (String(Object.keys(document.documentElement)).includes('__react')) return;
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = code;
    document.head.append(script);
    script.remove();
    setTimeout(run, pause, code, 2 * pause);
  }

  for (const move of MOVES) addEventListener(move, start, { passive: true });
  addEventListener('load', () => {
    // `load` may fire before the first paint.
    const paint = new PerformanceObserver(() => {
      paint.disconnect();
      if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: TIMEOUT });
      else setTimeout(start, TIMEOUT);
    });
    paint.observe({ type: 'paint', buffered: true });
    // A browser may report no paint at all.
    setTimeout(() => document.hidden || start(), 10_000);
  });
}

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
    const paint = new PerformanceObserver(() => {
      paint.disconnect();
      requestAnimationFrame(layOutNext);
    });
    paint.observe({ type: 'paint', buffered: true });
  });
}
