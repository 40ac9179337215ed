import type { Urgent } from '../../../model/settings/urgent.ts';
import { CLOSED_KEY, lineHtml } from '../frame/urgent-html.ts';

/** Lets the urgent message be closed. Returns what shows another one, also on pages that stand still. */
export function keepUrgentLine(): (urgent: Urgent) => void {
  const place = document.querySelector<HTMLElement>('[data-urgent]');
  let closed = readClosed();

  const line = () => place?.querySelector<HTMLElement>('[data-id]') ?? undefined;
  const close = () => {
    closed = line()?.dataset.id;
    keepClosed(closed ?? '');
    place?.replaceChildren();
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  };
  const finish = () => {
    const shown = line();
    if (!shown) return;
    if (shown.dataset.id === closed) return place?.replaceChildren();
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = '×';
    button.setAttribute('aria-label', 'Закрыть сообщение');
    button.addEventListener('click', close);
    shown.append(button);
  };

  finish();
  return (urgent) => {
    const id = urgent.text === '' ? undefined : String(urgent.id);
    if (!place || line()?.dataset.id === id || (id !== undefined && id === closed)) return;
    place.innerHTML = id === undefined ? '' : lineHtml(urgent);
    finish();
  };
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
