/** Markup without the megabytes of its `data:` pictures: each is a short token that `restore` turns back. */
export interface Lifted {
  html: string;
  restore(text: string): string;
}

/** Two code points that no document may hold stand around a token's number, so nobody's text can look like one. */
const TOKEN = /\ufdd0(\d+)\ufdd1/g;

/**
 * Takes everything that starts like the value of an attribute with `data:image/` out of the markup, up to the first character that
 * could open or close a tag, a quotation or an entity. So a plain text that only looks like one can simply be put back. Linear.
 */
export function liftDataUrls(html: string): Lifted {
  const source = /[\ufdd0\ufdd1]/.test(html) ? html.replace(/[\ufdd0\ufdd1]/g, '') : html;
  const urls: string[] = [];
  const pieces: string[] = [];
  let done = 0;
  const opening = /=(["']?)(?=data:image\/)/gi;
  for (let match = opening.exec(source); match; match = opening.exec(source)) {
    const start = opening.lastIndex;
    const end = valueEnd(source, start, match[1] !== '');
    pieces.push(source.slice(done, start), `\ufdd0${urls.length}\ufdd1`);
    urls.push(source.slice(start, end));
    done = end;
    opening.lastIndex = end;
  }
  pieces.push(source.slice(done));
  const restore = (text: string) =>
    text.includes('\ufdd0') ? text.replace(TOKEN, (_, at) => urls[Number(at)] ?? '') : text;
  return { html: pieces.join(''), restore };
}

/** Base64 in quotes may be broken into lines. */
function valueEnd(html: string, start: number, quoted: boolean): number {
  const stop = quoted ? /[^\w+/=:;,.%\s-]/g : /[^\w+/=:;,.%-]/g;
  stop.lastIndex = start;
  return stop.exec(html)?.index ?? html.length;
}
