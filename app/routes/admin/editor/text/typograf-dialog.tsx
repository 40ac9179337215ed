import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { isTypesetting, setTypesetting } from '../body/typing/replacements.ts';
import { type Piece, wordPieces } from '../diff/compare.ts';
import { TextDiff } from '../diff/text-diff.tsx';
import type { TextDialogProps } from './link-dialog.tsx';
import { applyImprovements, findImprovements } from './typograf.ts';

export function TypografDialog({ editor, onClose }: TextDialogProps) {
  const improvements = useState(() => findImprovements(editor.state.doc))[0];
  const apply = () => {
    onClose();
    applyImprovements(editor, improvements);
    editor.view.focus();
  };
  if (improvements.length === 0) {
    return (
      <Dialog title="Типограф" onClose={onClose}>
        <p>Править нечего: кавычки, тире и неразрывные пробелы уже на месте.</p>
        <WhileTyping />
        <DialogButtons>
          <Button onClick={onClose} data-autofocus>
            Закрыть
          </Button>
        </DialogButtons>
      </Dialog>
    );
  }
  return (
    <Dialog title="Типограф" onClose={onClose} wide>
      <p>
        Знак «°» в сравнении — неразрывный пробел: строка на нём не кончится. Код и ссылки не изменятся. Отменяется
        одним шагом.
      </p>
      <TextDiff
        rows={improvements.map(({ before, after }) => ({
          changed: true,
          pieces: wordPieces(shown(before), shown(after)).filter(isTelling),
        }))}
      />
      <WhileTyping />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Отмена
        </Button>
        <Button onClick={apply} data-autofocus>
          Применить
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function WhileTyping() {
  const [isOn, setOn] = useState(isTypesetting);
  return (
    <Switch
      label="Ставить «ёлочки» и тире, пока я пишу"
      description="Не понравилось — Ctrl+Z сразу вернёт то, что набрано"
      checked={isOn}
      onChange={({ currentTarget }) => {
        setTypesetting(currentTarget.checked);
        setOn(currentTarget.checked);
      }}
    />
  );
}

/** A removed space is not shown: its replacement is. */
function isTelling({ text, kind }: Piece): boolean {
  return kind !== 'removed' || text.trim() !== '';
}

function shown(text: string): string {
  return text.replaceAll('\u00a0', '°').replaceAll('\ufffc', '🖼');
}
