import { readdirSync, readFileSync } from 'node:fs';

interface Text {
  /** Of the file, without its ending. */
  name: string;
  head: Record<string, string>;
  body: string;
}

/** Files of a folder in the order of their names: lines `key: value`, a blank line, the text. */
export function readTexts(folder: URL): Text[] {
  const files = readdirSync(folder).toSorted();
  return files.map((file) => {
    const [head = '', ...parts] = readFileSync(new URL(file, folder), 'utf8').split('\n\n');
    const lines = head.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    });
    return { name: file.slice(0, file.lastIndexOf('.')), head: Object.fromEntries(lines), body: parts.join('\n\n') };
  });
}
