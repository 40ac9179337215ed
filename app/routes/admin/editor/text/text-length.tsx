import { useEffect, useState } from 'react';
import { plural } from '../../../../ui/admin/plural.ts';
import type { Body } from '../body/body.ts';
import type { Draft } from '../draft/draft.ts';
import styles from './body-field.module.css';

/** Debounce: counting reads the whole text. In ms. */
const AFTER_REST = 1000;

export function TextLength({ draft, body }: { draft: Draft; body: Body | undefined }) {
  const [length, setLength] = useState<number>();
  useEffect(() => {
    if (!body) return;
    const count = () => setLength(body.now.textBetween(0, body.now.content.size, ' ', ' ').trim().length);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = draft.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(count, AFTER_REST);
    });
    count();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [draft, body]);
  return <span className={styles.length}>{length !== undefined && plural(length, 'знак', 'знака', 'знаков')}</span>;
}
