import { cleanPasted, namesOfLost } from '../../../app/routes/admin/editor/body/paste/clean.ts';
import { canonicalHtml, paragraphsOf, readBody } from '../../../app/routes/admin/editor/body/read-html.ts';
import { writeHtml } from '../../../app/routes/admin/editor/body/write-html.ts';

export const body = {
  respell: canonicalHtml,
  lines: paragraphsOf,
  paste: (html: string) => {
    const { html: clean, lost } = cleanPasted(html);
    return { html: writeHtml(readBody(clean)), lost: namesOfLost(lost) };
  },
};

declare global {
  interface Window {
    body: typeof body;
  }
}
window.body = body;
