/** A picture of the library as the API gives it. */
export interface StoredImage {
  name: string;
  url: string;
  /** In pixels. */
  width: number;
  height: number;
  bytes: number;
  createdAt: string;
  alt: string;
  usedIn: { slug: string; title: string }[];
  deletable: boolean;
}

/** Width of the smallest form of a picture that the server keeps beside it. In pixels. */
const SMALL = 480;

/** The small form of a picture, which exists only beside a larger one. */
export function smallUrl({ url, width }: Pick<StoredImage, 'url' | 'width'>): string {
  return width > SMALL ? url.replace(/\.\w+$/, `-${SMALL}.webp`) : url;
}

export function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1000 ? `${Math.max(1, Math.round(kilobytes))} КБ` : `${(kilobytes / 1024).toFixed(1).replace('.', ',')} МБ`;
}
