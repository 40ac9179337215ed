import type { Mark, Node } from '@tiptap/pm/model';
import { attributesOf, escapeText } from '../../../../../model/body/attributes.ts';

const TAGS: Record<string, string> = {
  link: 'a',
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  subscript: 'sub',
  superscript: 'sup',
};

/** White space as rendered: collapsed and trimmed; an empty line is `<br>`. */
export function writeLine(parent: Node): string {
  const pieces: string[] = [];
  let open: readonly Mark[] = [];
  const switchTo = (marks: readonly Mark[]) => {
    let same = 0;
    while (same < open.length && same < marks.length && open[same]?.eq(marks[same] as Mark)) same += 1;
    pieces.push(
      ...open
        .slice(same)
        .reverse()
        .map(({ type }) => `</${TAGS[type.name]}>`),
      ...marks.slice(same).map(openMark),
    );
    open = marks;
  };
  for (const { markup, marks } of inlinePieces(parent)) {
    switchTo(marks.filter(isWritten));
    pieces.push(markup);
  }
  switchTo([]);
  return pieces.join('') || '<br>';
}

interface InlinePiece {
  markup: string;
  marks: readonly Mark[];
}

function inlinePieces(parent: Node): InlinePiece[] {
  const pieces: InlinePiece[] = [];
  let afterSpace = true;
  for (const node of parent.children) {
    if (!node.isText) {
      const markup = writeLeaf(node);
      afterSpace = markup === '<br>';
      if (markup) pieces.push({ markup, marks: node.marks });
      continue;
    }
    const single = (node.text ?? '').replace(/[ \t\n\r\f]+/g, ' ');
    const text = afterSpace && single.startsWith(' ') ? single.slice(1) : single;
    if (text === '') continue;
    afterSpace = text.endsWith(' ');
    pieces.push({ markup: escapeText(text), marks: node.marks });
  }
  const last = pieces.at(-1);
  if (last?.markup.endsWith(' ') && pieces.pop() && last.markup !== ' ')
    pieces.push({ ...last, markup: last.markup.slice(0, -1) });
  return pieces;
}

function writeLeaf(node: Node): string {
  if (node.type.name === 'hardBreak') return '<br>';
  const attributes = attributesOf('img', written(node.attrs));
  return attributes === null ? '' : `<img${attributes}>`;
}

function isWritten(mark: Mark): boolean {
  return mark.type.name !== 'link' || attributesOf('a', written(mark.attrs)) !== null;
}

function openMark(mark: Mark): string {
  const tag = TAGS[mark.type.name] ?? '';
  return `<${tag}${tag === 'a' ? attributesOf('a', written(mark.attrs)) : ''}>`;
}

export function written(attrs: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attrs).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
