import { keepChoices } from '../../http/view-choices.ts';
import type { Urgent } from '../../model/settings/urgent.ts';
import { escapeAttribute, escapeText } from '../../model/text/markup.ts';

/** In sessionStorage: id of the message that the visitor has closed. */
export const CLOSED_KEY = 'rampa.urgent';

/** `script`: HTML after the words. */
export function lineHtml({ id, text, link }: Urgent, script = ''): string {
  const away = link?.startsWith('/') ? '' : ' target="_blank" rel="noopener"';
  const further = link ? ` <a href="${escapeAttribute(link)}"${away}>Подробнее</a>` : '';
  return `<div data-id="${id}"><p>${escapeText(text)}${further}</p>${script}</div>`;
}

/** The urgent message in HTML that needs no script. With one, a message closed on another page does not flash. */
export function urgentLine({ link, ...urgent }: Urgent, { search }: URL, nonce: string): string {
  const hideClosed = `try{if(sessionStorage['${CLOSED_KEY}']==${urgent.id})document.currentScript.parentNode.hidden=true}catch{}`;
  return lineHtml(
    { ...urgent, link: link && keepChoices(link, search) },
    `<script nonce="${nonce}">${hideClosed}</script>`,
  );
}
