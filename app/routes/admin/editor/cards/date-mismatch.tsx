import { Button } from '@mantine/core';
import { useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import type { Draft } from '../draft/draft.ts';
import { dayTexts, publicationDay } from '../draft/publication-day.ts';
import { useField, useStored } from '../draft/use-draft.ts';
import styles from './date-mismatch.module.css';

interface Props {
  draft: Draft;
  /** Publication time, ISO 8601; null is immediately. */
  wanted: string | null;
}

export function DateMismatch({ draft, wanted }: Props) {
  const date = useField(draft, 'date');
  const stored = useStored(draft);
  const day = publicationDay(wanted, useSiteTimeZone());
  if (stored?.status === 'published' || date === '' || date === day) return null;
  const [appears, listed] = dayTexts(day, date);
  return (
    <div className={styles.mismatch} role="status">
      <p>
        Выйдет {appears}, но в списке встанет под {listed}.
      </p>
      <Button variant="default" size="sm" onClick={() => draft.set({ date: '' })}>
        Поставить {appears}
      </Button>
    </div>
  );
}
