import { common, createLowlight } from 'lowlight';
import { LANGUAGES } from '../../../../../model/body/vocabulary.ts';

export interface ColouredPart {
  from: number;
  to: number;
  className: string;
}

/** Same limits as on the public page. */
const SAMPLE = 1000;
const SURE = 5;

const lowlight = createLowlight(
  Object.fromEntries([...new Set(LANGUAGES.values())].flatMap((name) => (common[name] ? [[name, common[name]]] : []))),
);
const guessed = lowlight.listLanguages().filter((name) => name !== 'plaintext');

export function colour(code: string, language: string | undefined): ColouredPart[] {
  if (language === 'plaintext') return [];
  if (language !== undefined) return partsOf(lowlight.highlight(language, code).children, 0, []).parts;
  const guess = lowlight.highlightAuto(code.slice(0, SAMPLE), { subset: guessed }).data;
  return guess?.language && (guess.relevance ?? 0) >= SURE ? colour(code, guess.language) : [];
}

type Nodes = ReturnType<typeof lowlight.highlight>['children'];

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
