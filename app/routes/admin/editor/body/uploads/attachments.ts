import { Fragment } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import type { UploadedFile } from '../../../../../ui/upload.ts';

/** At the nearest place for a block: an empty paragraph gives way. */
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
  const [from, to] = [$pos.before(depth + 1), $pos.after(depth + 1)];
  const around = $pos.node(depth + 1);
  const isEmpty = around.type.name === 'paragraph' && around.content.size === 0;
  if (!isEmpty) return tr.insert(to, made);
  const next = to === tr.doc.content.size ? [made, around] : [made];
  return tr.replaceWith(from, to, Fragment.from(next));
}
