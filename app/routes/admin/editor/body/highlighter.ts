import type { Node } from '@tiptap/pm/model';
import { type Nodes, nodesOf } from '../../../../../model/body/highlight.ts';
import { LANGUAGES } from '../../../../../model/body/vocabulary.ts';

const MAX_COLOURED = 5000; // characters; longer blocks stay plain, as on the public page

export interface ColouredPart {
  from: number;
  to: number;
  className: string;
}

export function colour(block: Node): ColouredPart[] {
  const grammar = grammarOf(block);
  if (grammar === 'plaintext' || block.content.size > MAX_COLOURED) return [];
  const nodes = nodesOf(block.textContent, grammar);
  return nodes ? partsOf(nodes, 0, []).parts : [];
}

function grammarOf({ attrs }: Node): string | undefined {
  const { language, quill } = attrs;
  if (language === null) return quill ? undefined : 'plaintext';
  return LANGUAGES.get(language) ?? 'plaintext';
}

function partsOf(nodes: Nodes, start: number, classNames: string[]): { parts: ColouredPart[]; end: number } {
  const parts: ColouredPart[] = [];
  let at = start;
  for (const node of nodes) {
    if (node.type === 'text') {
      if (classNames.length > 0) parts.push({ from: at, to: at + node.value.length, className: classNames.join(' ') });
      at += node.value.length;
    } else if (node.type === 'element') {
      const inner = partsOf(node.children, at, [...classNames, [node.properties.className].flat().join(' ')]);
      parts.push(...inner.parts);
      at = inner.end;
    }
  }
  return { parts, end: at };
}
