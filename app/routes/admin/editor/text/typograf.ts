import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { applyEdits, type TextEdit, typografEdits } from '../../../../../model/text/typograf.ts';

export interface Improvement {
  /** Document position of its text. */
  start: number;
  edits: TextEdit[];
  before: string;
  after: string;
}

/** Proposed edits. Code and links are context only. */
export function findImprovements(doc: Node): Improvement[] {
  const found: Improvement[] = [];
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true;
    if (node.type.spec.code) return false;
    const before = node.textBetween(0, node.content.size, '', leafText);
    const isKept = keptIn(node);
    const edits = typografEdits(before, (index) => isKept[index] === 1);
    if (edits.length > 0) found.push({ start: pos + 1, edits, before, after: applyEdits(before, edits) });
    return false;
  });
  return found;
}

/** Applies all in one undo step. New characters take the marks of those replaced. */
export function applyImprovements({ view }: Editor, improvements: readonly Improvement[]): void {
  const tr = closeHistory(view.state.tr);
  for (const { start, edits } of improvements.toReversed()) {
    for (const { from, to, insert } of edits.toReversed()) {
      if (insert === '') tr.delete(start + from, start + to);
      else tr.insertText(insert, start + from, start + to);
    }
  }
  view.dispatch(tr);
}

/** One character per leaf, so text offsets are document positions. */
function leafText(node: Node): string {
  return node.type.name === 'hardBreak' ? '\n' : '\ufffc';
}

function keptIn(block: Node): Uint8Array {
  const kept = new Uint8Array(block.content.size);
  block.forEach((node, offset) => {
    if (!node.isText || node.marks.some(({ type }) => type.name === 'code' || type.name === 'link'))
      kept.fill(1, offset, offset + node.nodeSize);
  });
  return kept;
}
