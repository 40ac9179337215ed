import { keepChoices } from '../../http/view-choices.ts';
import type { Urgent } from '../../model/settings/urgent.ts';
import { CLOSED_KEY, lineHtml } from './line.ts';

/** The urgent message in HTML that needs no script. With one, a message closed on another page does not flash. */
export function urgentLine({ link, ...urgent }: Urgent, { search }: URL, mark: string): string {
  const hideClosed = `try{if(sessionStorage['${CLOSED_KEY}']==${urgent.id})document.currentScript.parentNode.hidden=true}catch{}`;
  return lineHtml(
    { ...urgent, link: link && keepChoices(link, search) },
    `<script nonce="${mark}">${hideClosed}</script>`,
  );
}
