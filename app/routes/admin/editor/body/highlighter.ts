import { type Nodes, nodesOf } from '../../../../../model/body/highlight.ts';

export interface ColouredPart {
  from: number;
  to: number;
  className: string;
}

export function colour(code: string, language: string | undefined): ColouredPart[] {
  if (language === 'plaintext') return [];
  const nodes = nodesOf(code, language);
  return nodes ? partsOf(nodes, 0, []).parts : [];
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
