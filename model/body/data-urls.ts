export interface Lifted {
  html: string;
  restore(text: string): string;
}

const TOKEN = /\ufdd0(\d+)\ufdd1/g; // noncharacters: no text can contain a token

/** Replaces `data:image/` attribute values by tokens; linear. Look-alikes in plain text are restored unchanged. */
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

function valueEnd(html: string, start: number, quoted: boolean): number {
  const stop = quoted ? /[^\w+/=:;,.%\s-]/g : /[^\w+/=:;,.%-]/g;
  stop.lastIndex = start;
  return stop.exec(html)?.index ?? html.length;
}
