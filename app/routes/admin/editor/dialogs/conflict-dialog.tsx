import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { compareTexts, type Row } from '../diff/compare.ts';
import { SideBySide } from '../diff/side-by-side.tsx';
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

export function ConflictDialog({ draft, theirs, conflicts, onChoose, onClose }: Props) {
  const timeZone = useSiteTimeZone();
  const { username } = useSession();
  const [pair] = useState(() => ({ mine: draft.now(), theirs: fieldsOf(theirs) }));
  const rowsOf = (field: FieldName): Row[] =>
    field === 'content'
      ? compareTexts(paragraphsOf(pair.mine.content), paragraphsOf(pair.theirs.content))
      : compareTexts([fieldText(pair.mine, field, timeZone)], [fieldText(pair.theirs, field, timeZone)]);
  const { who, saved } = wordsFor(theirs.updatedBy, username);
  return (
    <Dialog role="alertdialog" wide title="Новость тем временем изменили" onClose={onClose}>
      <p className={styles.lead}>
        {who} Ваш текст цел и пока не сохранён: решите, что останется. Остальные правки объединятся сами.
      </p>
      {conflicts.map((field) => (
        <section key={field} className={styles.field}>
          <h3>{FIELD_LABELS[field]}</h3>
          <SideBySide before="Ваш вариант" after={saved} rows={rowsOf(field)} />
        </section>
      ))}
      <p className={styles.lead}>
        «Оставить оба» соединит тексты: где они расходятся, сначала встанет ваш, за ним чужой. «Взять чужой» ваш вариант
        не сотрёт: его предложит этот браузер, когда новость откроют снова.
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

function wordsFor(name: string | null, self: string): { who: string; saved: string } {
  if (name === self)
    return { who: 'Вы изменили одно и то же здесь и в другой вкладке.', saved: 'Сохранено в другой вкладке' };
  const other = name ?? 'другой редактор';
  return { who: `Вы и ${other} изменили одно и то же.`, saved: `Сохранено: ${other}` };
}
