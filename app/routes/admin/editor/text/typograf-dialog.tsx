import { Button } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { useState } from 'react';
import { applyEdits, type TextEdit, typografEdits } from '../../../../../model/text/typograf.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { TextDiff } from '../diff/changes.tsx';
import { type Piece, wordPieces } from '../diff/compare.ts';
import type { TextDialogProps } from './text-form.tsx';

export function TypografDialog({ editor, onClose }: TextDialogProps) {
  const improvements = useState(() => findImprovements(editor.state.doc))[0];
  const apply = () => {
    onClose();
    applyImprovements(editor, improvements);
    editor.view.focus();
  };
  const isFine = improvements.length === 0;
  return (
    <Dialog title="Типограф" onClose={onClose} wide={!isFine}>
      <p>
        {isFine
          ? 'Править нечего: кавычки, тире и неразрывные пробелы уже на месте.'
          : 'Знак «°» в сравнении — неразрывный пробел: строка на нём не кончится. Код и ссылки не изменятся. Отменяется одним шагом.'}
      </p>
      {!isFine && (
        <TextDiff
          rows={improvements.map(({ before, after }) => ({
            changed: true,
            pieces: wordPieces(shown(before), shown(after)).filter(isTelling),
          }))}
        />
      )}
      <DialogButtons>
        {!isFine && (
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
        )}
        <Button onClick={isFine ? onClose : apply} data-autofocus>
          {isFine ? 'Закрыть' : 'Применить'}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** A removed space is not shown: its replacement is. */
function isTelling({ text, kind }: Piece): boolean {
  return kind !== 'removed' || text.trim() !== '';
}

function shown(text: string): string {
  return text.replaceAll('\u00a0', '°').replaceAll('\ufffc', '🖼');
}

interface Improvement {
  /** Document position of its text. */
  start: number;
  edits: TextEdit[];
  before: string;
  after: string;
}

/** Proposed edits. Code and links are context only. */
function findImprovements(doc: Node): Improvement[] {
  const found: Improvement[] = [];
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true;
    if (node.type.spec.code) return false;
    const before = node.textBetween(0, node.content.size, '', leafText);
    const isKept = protectedIn(node);
    const edits = typografEdits(before, (index) => isKept[index] === 1);
    if (edits.length > 0) found.push({ start: pos + 1, edits, before, after: applyEdits(before, edits) });
    return false;
  });
  return found;
}

/** Applies all in one undo step. New characters take the marks of those replaced. */
function applyImprovements({ view }: Editor, improvements: readonly Improvement[]): void {
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

function protectedIn(block: Node): Uint8Array {
  const kept = new Uint8Array(block.content.size);
  block.forEach((node, offset) => {
    if (!node.isText || node.marks.some(({ type }) => type.name === 'code' || type.name === 'link'))
      kept.fill(1, offset, offset + node.nodeSize);
  });
  return kept;
}
