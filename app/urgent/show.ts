import type { Urgent } from '../../model/settings/urgent.ts';
import { CLOSED_KEY, lineHtml } from './line.ts';

let closed = readClosed();

/** Shows an urgent message, removes it when its text is empty, and lets the visitor close it. Also on paused pages. */
export function showUrgent(urgent: Urgent): void {
  const place = document.querySelector<HTMLElement>('[data-urgent]');
  if (!place) return;
  const id = urgent.text === '' ? undefined : String(urgent.id);
  const shown = place.querySelector<HTMLElement>('[data-id]');
  keepTextInPlace(place, () => {
    if (id === undefined || id === closed) place.replaceChildren();
    else if (shown?.dataset.id !== id) place.innerHTML = lineHtml(urgent);
    if (!place.querySelector('button')) addClose(place);
  });
}

/** Scrolls by the height of the line. The header is sticky, so the line stays in view. */
function keepTextInPlace({ parentElement: header }: HTMLElement, change: () => void): void {
  const height = () => header?.getBoundingClientRect().height ?? 0;
  const before = height();
  change();
  const by = height() - before;
  if (scrollY > 0 && by !== 0) scrollBy({ top: by, behavior: 'instant' });
}

function addClose(place: HTMLElement): void {
  const line = place.querySelector<HTMLElement>('[data-id]');
  if (!line) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = '×';
  button.setAttribute('aria-label', 'Закрыть сообщение');
  button.addEventListener('click', () => {
    closed = line.dataset.id;
    keepClosed(closed ?? '');
    keepTextInPlace(place, () => place.replaceChildren());
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  });
  line.append(button);
}

function readClosed(): string | undefined {
  try {
    return sessionStorage.getItem(CLOSED_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function keepClosed(id: string): void {
  try {
    sessionStorage.setItem(CLOSED_KEY, id);
  } catch {
    // Storage is disabled: it is closed on this page only.
  }
}
