import { escapeText } from './attributes.ts';
import { type Nodes, nodesOf } from './coloured.ts';

/** Escaped HTML with `<span class="hljs-…">`; undefined `language` is guessed. The text itself is unchanged. */
export function highlightCode(code: string, language: string | undefined): string {
  const nodes = nodesOf(code, language);
  return nodes ? toHtml(nodes) : escapeText(code);
}

function toHtml(nodes: Nodes): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return escapeText(node.value);
      if (node.type !== 'element') return '';
      return `<span class="${[node.properties.className].flat().join(' ')}">${toHtml(node.children)}</span>`;
    })
    .join('');
}
