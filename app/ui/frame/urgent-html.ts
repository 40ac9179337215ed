import type { Urgent } from '../../../model/settings/urgent.ts';
import styles from './urgent-line.module.css';

/** In sessionStorage: id of the message that the visitor has closed. */
export const CLOSED_KEY = 'rampa.urgent';

/** `also`: HTML after its words. */
export function lineHtml({ id, text, link }: Urgent, also = ''): string {
  const away = link?.startsWith('/') ? '' : ' target="_blank" rel="noopener"';
  const further = link ? ` <a href="${escapeHtml(link)}"${away}>Подробнее</a>` : '';
  return `<div class="${styles.line}" data-id="${id}"><p>${escapeHtml(text)}${further}</p>${also}</div>`;
}

/** Script inside the line. */
export function hideClosed(id: number): string {
  return `try{if(sessionStorage['${CLOSED_KEY}']==${id})document.currentScript.parentNode.hidden=true}catch{}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
