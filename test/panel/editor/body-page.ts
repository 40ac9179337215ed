import { cleanPasted, namesOfLost } from '../../../app/routes/admin/editor/body/paste/clean.ts';
import { paragraphsOf, readBody, sameSpelling } from '../../../app/routes/admin/editor/body/read-html.ts';
import { writeHtml } from '../../../app/routes/admin/editor/body/write-html.ts';

export const body = {
  respell: sameSpelling,
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
