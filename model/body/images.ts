import { ModelError } from '../../errors.ts';
import { readMarkup } from './markup.ts';
import { safeAttribute } from './vocabulary.ts';

export interface StoredImage {
  url: string;
  width: number;
  height: number;
}

export class BadBodyImage extends ModelError {
  constructor() {
    const message =
      'Одну из картинок в тексте не удалось прочитать. Вставьте её заново файлом PNG, JPEG, WebP или GIF.';
    super(422, 'bad_body_picture', message, { content: message });
    this.name = 'BadBodyImage';
  }
}

/** A body cut at its `data:` images, each with the text before it. */
export interface SplitBody {
  images: { before: string; data: string; alt: string | undefined }[];
  rest: string;
}

export type PutImage = (bytes: Buffer) => Promise<StoredImage>;

/** A body whose `data:` images are stored by `put`, sequentially, duplicates once. BadBodyImage. Not sanitized. */
export async function replaceDataImages({ images, rest }: SplitBody, put: PutImage): Promise<string> {
  const stored = await storeAll(new Set(images.map(({ data }) => data)), put);
  const pieces = images.flatMap(({ before, data, alt }) => {
    const picture = stored.get(data);
    return picture ? [before, imageTag(picture, alt)] : [];
  });
  return pieces.join('') + rest;
}

/** Finds the `data:` images; their data stay base64. BadBodyImage, BodyTooComplex. */
export function splitAtImages(html: string): SplitBody {
  const { html: short, restore } = liftDataUrls(html);
  const images: SplitBody['images'] = [];
  let done = 0;
  readMarkup(short, {
    onopentag(name, attribs, start, end) {
      const src = name === 'img' ? restore(attribs.src ?? '').trim() : '';
      if (!/^data:/i.test(src)) return;
      images.push({ before: restore(short.slice(done, start)), data: base64Of(src), alt: attribs.alt });
      done = end;
    },
  });
  return { images, rest: restore(short.slice(done)) };
}

const KIND = /^data:image\/(png|jpeg|jpg|webp|gif)(;[^;,]*)*;base64$/i;

function base64Of(src: string): string {
  const comma = src.indexOf(',');
  if (comma < 0 || comma > 200 || !KIND.test(src.slice(0, comma))) throw new BadBodyImage();
  const data = src
    .slice(comma + 1)
    .replace(/%(2B|2F|3D|0A|0D|20)/gi, (code) => decodeURIComponent(code))
    .replace(/\s+/g, '');
  const digits = data.replace(/={1,2}$/, '');
  if (!digits || /[^A-Za-z0-9+/]/.test(digits)) throw new BadBodyImage();
  return data;
}

async function storeAll(pictures: Set<string>, put: PutImage): Promise<Map<string, StoredImage>> {
  const stored = new Map<string, StoredImage>();
  for (const data of pictures) {
    const picture = await put(Buffer.from(data, 'base64')).catch((error: unknown) => {
      // 4xx is the fault of the body; 5xx, such as a full disk, is not.
      throw error instanceof ModelError && error.status < 500 ? new BadBodyImage() : error;
    });
    stored.set(data, picture);
  }
  return stored;
}

function imageTag(picture: StoredImage, alt: string | undefined): string {
  const described = alt === undefined ? '' : ` alt="${safeAttribute(alt)}"`;
  return `<img src="${safeAttribute(picture.url)}"${described} width="${picture.width}" height="${picture.height}">`;
}

interface Lifted {
  html: string;
  restore: (text: string) => string;
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
