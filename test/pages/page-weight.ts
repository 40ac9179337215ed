import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { ASSETS_DIR } from '../../ops/build/pages.ts';

/** What a first visit to a page takes besides its pictures, in bytes as they come over the wire (Brotli; fonts as they are). */
export interface Weight {
  html: number;
  css: number;
  js: number;
  fonts: number;
  requests: number;
}

export async function weigh(html: string): Promise<Weight> {
  const css = found(html, /<link rel="stylesheet" href="\/assets\/([\w.-]+\.css)/g);
  const fonts = found(html, /href="\/assets\/([^"]+\.woff2)"/g);
  const js = await withImports(found(html, /\/assets\/([\w.-]+\.js)/g));
  return {
    html: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length,
    css: await sum(css, '.br'),
    js: await sum(js, '.br'),
    fonts: await sum(fonts, ''),
    requests: 1 + css.size + fonts.size + js.size,
  };
}

async function withImports(names: Set<string>): Promise<Set<string>> {
  const known = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (known.has(name)) continue;
    known.add(name);
    const source = await readFile(path.join(ASSETS_DIR, name), 'utf8');
    waiting.push(...found(source, /(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g));
  }
  return known;
}

async function sum(names: Set<string>, suffix: string): Promise<number> {
  const sizes = await Promise.all(
    [...names].map(async (name) => (await stat(path.join(ASSETS_DIR, name + suffix))).size),
  );
  return sizes.reduce((total, size) => total + size, 0);
}

function found(text: string, pattern: RegExp): Set<string> {
  return new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name));
}
