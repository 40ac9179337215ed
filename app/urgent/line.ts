import type { Urgent } from '../../model/settings/urgent.ts';

/** In sessionStorage: id of the message that the visitor has closed. */
export const CLOSED_KEY = 'rampa.urgent';

/** `script`: HTML after the words. */
export function lineHtml({ id, text, link }: Urgent, script = ''): string {
  const away = link?.startsWith('/') ? '' : ' target="_blank" rel="noopener"';
  const further = link ? ` <a href="${escapeHtml(link)}"${away}>Подробнее</a>` : '';
  return `<div data-id="${id}"><p>${escapeHtml(text)}${further}</p>${script}</div>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
