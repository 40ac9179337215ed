import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import type { UploadedFile } from '../../../../../ui/upload.ts';

/** At the nearest place for a block: before an empty paragraph, else behind the text and the files that follow it. */
export function insertAttachment(tr: Transaction, pos: number, { url, name, type }: UploadedFile): Transaction {
  const { nodes } = tr.doc.type.schema;
  const title = name.replace(/\.\w+$/, '');
  const made = (type.startsWith('audio/') ? nodes.audio : nodes.file)?.create(
    { href: url },
    tr.doc.type.schema.text(title),
  );
  if (!made) return tr;
  const $pos = tr.doc.resolve(pos);
  let depth = $pos.depth;
  const takes = (at: number) => $pos.node(at).canReplaceWith($pos.indexAfter(at), $pos.indexAfter(at), made.type);
  while (depth > 0 && !takes(depth)) depth -= 1;
  if (depth === $pos.depth) return tr.insert(pos, made);
  const around = $pos.node(depth + 1);
  // The paragraph stays: places of other files that came with this one may be in it.
  if (around.type.name === 'paragraph' && around.content.size === 0) return tr.insert($pos.before(depth + 1), made);
  let after = $pos.after(depth + 1);
  for (let next = tr.doc.nodeAt(after); next && isAttachment(next); next = tr.doc.nodeAt(after)) after += next.nodeSize;
  return tr.insert(after, made);
}

function isAttachment({ type }: Node): boolean {
  return type.name === 'file' || type.name === 'audio';
}
