const QUALITY = 0.9;

/** Converts AVIF, HEIC, BMP, … if the browser can decode them. Throws an Error with advice for the user. */
export async function prepareImage(file: Blob & { name?: string }): Promise<Blob> {
  const kind = await kindOf(file);
  if (kind === 'stored') return file;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) throw new Error(kind === 'other' && !file.type.startsWith('image/') ? NOT_A_PICTURE : ADVICE[kind]);
  try {
    const converted = await convert(bitmap);
    return new File([converted], file.name ?? '', { type: converted.type });
  } finally {
    bitmap.close();
  }
}

/** What is stored as a file. Systems that know no type of a picture leave it empty. */
export function isAttachment({ type, name = '' }: Blob & { name?: string }): boolean {
  return type
    ? !type.startsWith('image/')
    : name !== '' && !/\.(?:hei[cf]|avif|bmp|tiff?|jxl|jpe?g|png|webp|gif|svg)$/i.test(name);
}

type Kind = 'stored' | 'heic' | 'avif' | 'other';

const NOT_A_PICTURE = 'Это не картинка. Выберите файл PNG, JPEG, WebP или GIF.';
const ADVICE: Record<Exclude<Kind, 'stored'>, string> = {
  heic: 'Этот браузер не открывает снимки HEIC. Откройте снимок на телефоне или компьютере, экспортируйте его в JPEG и загрузите снова. Чтобы iPhone снимал сразу в JPEG: «Настройки» → «Камера» → «Форматы» → «Наиболее совместимый».',
  avif: 'Этот браузер не открывает картинки AVIF. Откройте картинку в просмотрщике, сохраните как PNG или JPEG и загрузите снова.',
  other: 'Картинки этого вида не загружаются. Сохраните картинку как PNG или JPEG и загрузите снова.',
};

/** By magic bytes: names and MIME types are often wrong. */
async function kindOf(file: Blob): Promise<Kind> {
  const head = new Uint8Array(await file.slice(0, 32).arrayBuffer());
  const text = String.fromCharCode(...head);
  if (text.startsWith('\u0089PNG') || text.startsWith('\u00ff\u00d8\u00ff') || text.startsWith('GIF8')) return 'stored';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'stored';
  if (text.slice(4, 8) !== 'ftyp') return 'other';
  if (/avi[fs]/.test(text.slice(8))) return 'avif';
  return /hei[cxms]|hev[cxms]|mif1|msf1/.test(text.slice(8)) ? 'heic' : 'other';
}

async function convert(bitmap: ImageBitmap): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  // Browsers without a WebP encoder write PNG, too large for photos.
  const webp = await toBlob(canvas, 'image/webp');
  const blob = webp?.type === 'image/webp' ? webp : await toBlob(canvas, 'image/jpeg');
  if (!blob)
    throw new Error(
      'Картинка слишком велика для этого браузера. Уменьшите её или сохраните как JPEG и загрузите снова.',
    );
  return blob;
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}

/** Undefined when malformed. */
export function fromDataUrl(url: string): Blob | undefined {
  const [, type = '', rest = ''] = /^data:(image\/[\w.+-]+)((?:;[^;,]*)*;base64,.*)$/is.exec(url) ?? [];
  if (!type) return undefined;
  try {
    const data = atob(decodeURIComponent(rest.slice(rest.indexOf(',') + 1)).replace(/\s+/g, ''));
    return new Blob([Uint8Array.from(data, (char) => char.charCodeAt(0))], { type });
  } catch {
    return undefined;
  }
}
