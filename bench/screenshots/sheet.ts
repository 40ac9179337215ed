import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface Shot {
  page: string;
  width: number;
  look: string; // Theme or view
  file: string; // In the folder of the pictures
}

const STYLE = `
  body { margin: 2rem; background: #555; color: #fff; font: 1rem/1.4 system-ui; }
  nav a { color: inherit; margin-inline-end: 1rem; }
  div { display: flex; gap: 1rem; align-items: flex-start; overflow-x: auto; }
  figure { margin: 0 0 1.5rem; flex: none; }
  img { display: block; max-height: 46rem; object-fit: cover; object-position: top; background: #333; }
`;

/** Writes the page on which all pictures stand beside each other: a row for each page and look, from narrow to wide. */
export async function writeSheet(folder: string, shots: Shot[]): Promise<void> {
  const pages = [...new Set(shots.map(({ page }) => page))];
  const rows = pages.map((page) => {
    const own = shots.filter((shot) => shot.page === page);
    const looks = [...new Set(own.map(({ look }) => look))];
    const lines = looks.map(
      (look) =>
        `<div>${own
          .filter((shot) => shot.look === look)
          .map(figure)
          .join('')}</div>`,
    );
    return `<h2 id="${page}">${page}</h2>${lines.join('')}`;
  });
  const ways = pages.map((page) => `<a href="#${page}">${page}</a>`).join('');
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page</title><style>${STYLE}</style>
<h1>Every page</h1><nav>${ways}</nav>${rows.join('')}</html>`;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'index.html'), html);
}

function figure({ file, width, look }: Shot): string {
  const shown = Math.round(Math.sqrt(width) * 11);
  return `<figure><figcaption>${width} px, ${look}</figcaption><a href="${file}"><img src="${file}" width="${shown}" loading="lazy" alt="${file}"></a></figure>`;
}
