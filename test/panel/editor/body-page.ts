import { cleanPasted } from '../../../app/routes/admin/editor/body/paste/clean.ts';
import { namesOfLost } from '../../../app/routes/admin/editor/body/paste/lost.ts';
import { readBody, sameSpelling } from '../../../app/routes/admin/editor/body/read-html.ts';
import { writeHtml } from '../../../app/routes/admin/editor/body/write-html.ts';
import { paragraphsOf } from '../../../app/routes/admin/editor/diff/texts.ts';

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
