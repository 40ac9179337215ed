import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { useSiteTimeZone } from '../../../../ui/admin/moment.tsx';
import { compareTexts, type Row } from '../diff/compare.ts';
import { Pieces } from '../diff/text-diff.tsx';
import { paragraphsOf } from '../diff/texts.ts';
import type { Draft } from '../draft/draft.ts';
import { FIELD_LABELS, type FieldName, fieldsOf } from '../draft/fields.ts';
import type { Choice } from '../draft/resolve.ts';
import styles from './conflict-dialog.module.css';
import { fieldText } from './field-changes.tsx';

interface Props {
  draft: Draft;
  theirs: AdminArticle;
  conflicts: readonly FieldName[];
  onChoose: (choice: Choice) => void;
  onClose: () => void;
}

/** Two people changed the same: both versions side by side and three ways on. */
export function ConflictDialog({ draft, theirs, conflicts, onChoose, onClose }: Props) {
  const timeZone = useSiteTimeZone();
  const [pair] = useState(() => ({ mine: draft.now(), theirs: fieldsOf(theirs) }));
  const name = theirs.updatedBy ?? 'другой редактор';
  const rowsOf = (field: FieldName): Row[] =>
    field === 'content'
      ? compareTexts(paragraphsOf(pair.mine.content), paragraphsOf(pair.theirs.content))
      : compareTexts([fieldText(pair.mine, field, timeZone)], [fieldText(pair.theirs, field, timeZone)]);
  return (
    <Dialog role="alertdialog" wide title="Новость тем временем изменили" onClose={onClose}>
      <p className={styles.lead}>
        Вы и {name} изменили одно и то же. Ваш текст цел и пока не сохранён: решите, что останется. Остальные правки
        обоих уже объединены.
      </p>
      {conflicts.map((field) => (
        <section key={field} className={styles.field}>
          <h3>{FIELD_LABELS[field]}</h3>
          <div className={styles.sides}>
            <Side title="Ваш вариант" rows={rowsOf(field)} side="before" />
            <Side title={`Сохранено: ${name}`} rows={rowsOf(field)} side="after" />
          </div>
        </section>
      ))}
      <p className={styles.lead}>
        «Оставить оба» соединит тексты: где они расходятся, сначала встанет ваш, за ним чужой.
      </p>
      <DialogButtons>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Вернуться к тексту
        </Button>
        <Button variant="default" onClick={() => onChoose('theirs')}>
          Взять чужой
        </Button>
        <Button variant="default" onClick={() => onChoose('mine')}>
          Оставить мой
        </Button>
        <Button onClick={() => onChoose('both')} data-autofocus>
          Оставить оба
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function Side({ title, rows, side }: { title: string; rows: readonly Row[]; side: 'before' | 'after' }) {
  const hidden = side === 'before' ? 'added' : 'removed';
  const shown = rows
    .map((row, at) => ({ ...row, at }))
    .filter(({ pieces }) => pieces.some(({ kind }) => kind !== hidden));
  return (
    <div className={styles.side}>
      <h4>{title}</h4>
      {shown.map(({ pieces, at }) => (
        <p key={at}>
          <Pieces pieces={pieces} side={side} />
        </p>
      ))}
    </div>
  );
}
