import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { BODY_BLOCKS } from '../../app/routes/admin/editor/body/blocks/blocks.ts';
import { BLOCK_NAMES } from '../../model/body/blocks/blocks.ts';
import { sanitizeBody } from '../../model/body/body.ts';
import { wordsOf } from '../../model/text/plain.ts';
import { needSite } from '../rig/needs.ts';
import { STORED_BLOCKS } from '../rig/world/blocks.ts';

const t = await needSite();

const EDITOR = ['app/routes/admin/editor'];
const FIELD = 'app/routes/admin/editor/text/body-field.tsx';
const PAGE = ['app/routes/public/article', 'app/gallery'];

test('the editor has the blocks that bodies may have, and tests know each of them', () => {
  expect(BODY_BLOCKS.map(({ name }) => name).sort()).toEqual([...BLOCK_NAMES].sort());
  expect(Object.keys(STORED_BLOCKS).sort()).toEqual([...BLOCK_NAMES].sort());
});

describe.each(BLOCK_NAMES)('%s', (name) => {
  const samples = STORED_BLOCKS[name] ?? [];

  test('is stored, given back by the API, shown and put into the feed with all of its words', async () => {
    expect(samples.length).toBeGreaterThan(0);
    const content = samples.join('');
    expect(sanitizeBody(content)).toBe(content);
    const { slug } = (await t.editor('POST', '/api/admin/news', { title: `Блок ${name}`, content })).json();
    expect((await t.visitor('GET', `/api/news/${slug}`)).json().content).toBe(content);
    const page = (await t.visitor('GET', `/news/${slug}`)).payload;
    expect(wordsOf(page.slice(page.indexOf('article-body'), page.indexOf('</article>')))).toEqual(
      expect.arrayContaining(wordsOf(content.replace(/<[^>]*>/g, ' '))),
    );
    const feed = (await t.visitor('GET', '/feed.xml')).payload.replaceAll('http://localhost:80/', 'http://localhost/');
    expect(feed).toContain(escapeXml(content.replaceAll('="/', '="http://localhost/')));
  });

  test('looks like itself on the page and in the editor', () => {
    const [, element, className] = /^<(\w+)(?: class="(\w+)")?/.exec(samples[0] ?? '') ?? [];
    const selector = new RegExp(className ? `\\.${className}\\b` : `\\b${name === 'author' ? 'footer' : element}\\b`);
    expect(styles(PAGE)).toMatch(selector);
    expect(styles(EDITOR) + sharedStyles()).toMatch(selector);
  });
});

function styles(folders: string[]): string {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  );
  const sheets = files.filter((file) => file.endsWith('.css'));
  return sheets.map((file) => readFileSync(file, 'utf8')).join('\n');
}

function escapeXml(html: string): string {
  return html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function sharedStyles(): string {
  const sheets = readFileSync(FIELD, 'utf8').matchAll(/import '(\.[^']+\.css)\?panel'/g);
  return Array.from(sheets, ([, sheet = '']) => readFileSync(path.join(path.dirname(FIELD), sheet), 'utf8')).join('\n');
}
