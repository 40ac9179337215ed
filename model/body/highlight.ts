import { common, createLowlight } from 'lowlight';
import { LANGUAGES, safeText } from './vocabulary.ts';

/** Escaped HTML with `<span class="hljs-…">`; undefined `language` is guessed. The text itself is unchanged. */
export function highlightCode(code: string, language: string | undefined): string {
  const nodes = nodesOf(code, language);
  return nodes ? toHtml(nodes) : safeText(code);
}

function toHtml(nodes: Nodes): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return safeText(node.value);
      if (node.type !== 'element') return '';
      return `<span class="${[node.properties.className].flat().join(' ')}">${toHtml(node.children)}</span>`;
    })
    .join('');
}

const SAMPLE = 1000; // characters; guessing runs every grammar over them
const SURE = 5; // minimal relevance of a guess: prose and lyrics are not code

const lowlight = createLowlight(
  Object.fromEntries([...new Set(LANGUAGES.values())].flatMap((name) => (common[name] ? [[name, common[name]]] : []))),
);
const guessed = lowlight.listLanguages().filter((name) => name !== 'plaintext');

export type Nodes = ReturnType<typeof lowlight.highlight>['children'];

/** Highlighted nodes; undefined `language` is guessed. Undefined when no guess is sure. */
export function nodesOf(code: string, language: string | undefined): Nodes | undefined {
  if (language !== undefined) return lowlight.highlight(language, code).children;
  const guess = lowlight.highlightAuto(code.slice(0, SAMPLE), { subset: guessed }).data;
  return guess?.language && (guess.relevance ?? 0) >= SURE ? nodesOf(code, guess.language) : undefined;
}
