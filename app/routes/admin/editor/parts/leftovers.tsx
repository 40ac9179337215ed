import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { Moment } from '../../../../ui/admin/fields/moment.tsx';
import { plural } from '../../../../ui/admin/plural.ts';
import { paragraphsOf } from '../diff/texts.ts';
import type { JournalEntry } from '../draft/draft-journal-store.ts';
import styles from './leftovers.module.css';

interface Props {
  entries: readonly JournalEntry[];
  onOpen: (entry: JournalEntry) => void;
  onDrop: (entry: JournalEntry) => void;
}

/** Unsaved texts of this browser in one line, behind it their list. */
export function Leftovers({ entries, onOpen, onDrop }: Props) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const isShown = isOpen || entries.length === 1;
  const count = plural(entries.length, 'несохранённый текст', 'несохранённых текста', 'несохранённых текстов');
  return (
    <section className={styles.leftovers} aria-label="Несохранённый текст">
      <div className={styles.line}>
        <p>
          <b>{count}</b> в этом браузере
        </p>
        {entries.length > 1 && (
          <Button variant="subtle" aria-expanded={isOpen} aria-controls={list} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Скрыть' : 'Показать'}
          </Button>
        )}
      </div>
      <ul id={list} className={styles.list} hidden={!isShown}>
        {isShown &&
          entries.map((entry) => (
            <Leftover key={entry.key} entry={entry} onOpen={() => onOpen(entry)} onDrop={() => onDrop(entry)} />
          ))}
      </ul>
    </section>
  );
}

function Leftover({ entry, onOpen, onDrop }: { entry: JournalEntry; onOpen: () => void; onDrop: () => void }) {
  const title = titleOf(entry);
  const words = paragraphsOf(entry.fields.content).join(' ').slice(0, 300);
  return (
    <li className={styles.leftover}>
      <div className={styles.what}>
        <p className={styles.title}>{title}</p>
        <p className={styles.words}>
          <Moment at={entry.at} />
          {words && ` · ${words}`}
        </p>
      </div>
      <Button variant="default" aria-label={`Открыть: ${title}`} onClick={onOpen}>
        Открыть
      </Button>
      <Button variant="subtle" color="red" aria-label={`Удалить: ${title}`} onClick={onDrop}>
        Удалить
      </Button>
    </li>
  );
}

export function titleOf({ fields }: JournalEntry): string {
  return fields.title.trim() || 'Без заголовка';
}
