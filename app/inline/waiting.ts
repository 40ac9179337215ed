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

/** While the stream is on, hides stage and points until it is known whether /watch plays in another tab, then until its second. Stringified. */
export function waitForWatch(): void {
  const page = document.documentElement;
  const { locks } = navigator;
  const NAME = 'rampa.behind';
  const ANSWER_TIMEOUT = 250; // ms, without Web Locks, which say whether an answer will come
  const SHOW_TIMEOUT = 15_000; // ms; the code of the connection may fail to load
  if (location.pathname === '/watch') {
    // Until its player reports its delay.
    const untilKnown = () =>
      new Promise((release) => {
        addEventListener(NAME, release, { once: true });
        setTimeout(release, SHOW_TIMEOUT);
      });
    locks?.request(NAME, { mode: 'shared' }, untilKnown).catch(() => {});
    return;
  }
  let channel: BroadcastChannel;
  try {
    channel = new BroadcastChannel(NAME);
  } catch {
    return; // Not supported, or storage is disabled.
  }
  const end = () => {
    delete page.dataset.waits;
    channel.close();
  };
  let isAnswered = false;
  let timer = setTimeout(end, locks ? SHOW_TIMEOUT : ANSWER_TIMEOUT);
  channel.onmessage = ({ data }) => {
    // Another /watch with a delay answers this one at once.
    if (data.seconds === 0) setTimeout(() => isAnswered || end(), ANSWER_TIMEOUT);
    if (!(data.seconds > 0)) return;
    isAnswered = true;
    channel.close();
    clearTimeout(timer);
    timer = setTimeout(end, SHOW_TIMEOUT);
  };
  page.dataset.waits = '';
  channel.postMessage('asks');
  locks
    ?.query()
    .then(({ held }) => {
      if (!isAnswered && !held?.some(({ name }) => name === NAME)) end();
    })
    .catch(end);
}
