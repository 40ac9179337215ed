import sharp from 'sharp';
import type { TestApp } from '../rig/app.ts';
import { uploadPicture } from '../rig/image-app.ts';

/** Articles of a site at https://festival.example, and their posters. */
export function postersOf({ visitor, editor }: TestApp) {
  const get = (url: string, headers?: Record<string, string>) => visitor('GET', url, undefined, headers);
  return {
    get,
    create: (article: object) => editor('POST', '/api/admin/news', article),
    posterOf: async (page: string): Promise<string> => {
      const { payload } = await get(page);
      return /<meta property="og:image" content="https:\/\/festival\.example([^"]+)"/.exec(payload)?.[1] ?? '';
    },
    upload: async (bytes: Buffer): Promise<string> => (await uploadPicture(editor, bytes)).url,
  };
}

export async function brightness(jpeg: Buffer): Promise<number> {
  const corner = sharp(jpeg).extract({ left: 800, top: 150, width: 380, height: 120 });
  const { channels } = await sharp(await corner.toBuffer()).stats();
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length;
}
