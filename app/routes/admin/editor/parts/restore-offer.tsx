import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Moment, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import { FieldChanges } from '../dialogs/field-changes.tsx';
import { compareTexts } from '../diff/compare.ts';
import { TextDiff } from '../diff/text-diff.tsx';
import { paragraphsOf } from '../diff/texts.ts';
import type { Draft } from '../draft/draft.ts';
import type { JournalEntry } from '../draft/draft-journal-store.ts';
import { changedFields } from '../draft/fields.ts';
import styles from './restore-offer.module.css';

interface Props {
  draft: Draft;
  entry: JournalEntry;
  onRestore: () => void;
  onDrop: () => void;
}

/** A draft journal entry of a stored article: its diff, restore or discard. Never restored automatically. */
export function RestoreOffer({ draft, entry, onRestore, onDrop }: Props) {
  const timeZone = useSiteTimeZone();
  const { fields: before, version } = entry.base;
  const names = changedFields(before, entry.fields);
  const rows = useMemo(
    () => compareTexts(paragraphsOf(before.content), paragraphsOf(entry.fields.content)),
    [before, entry],
  );
  return (
    <section className={styles.offer} aria-label="Несохранённый текст">
      <p className={styles.lead}>
        В этом браузере остался несохранённый текст: <Moment at={entry.at} />.
      </p>
      <FieldChanges before={before} after={entry.fields} names={names} timeZone={timeZone} />
      {names.includes('content') &&
        (rows.some(({ changed }) => changed) ? <TextDiff rows={rows} /> : <p>Слова те же, отличается оформление.</p>)}
      {draft.base.version !== version && (
        <p>
          С тех пор {draft.words.accusative} сохраняли. Восстановленное не затрёт чужих правок: при сохранении панель
          объединит их или спросит.
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={onRestore}>Восстановить</Button>
        <Button variant="subtle" color="red" onClick={onDrop}>
          Удалить
        </Button>
      </div>
    </section>
  );
}
