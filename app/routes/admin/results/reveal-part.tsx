import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import styles from '../live/live.module.css';
import { Part } from '../live/part.tsx';
import type { RevealState } from './use-reveal.ts';

/** Buttons are disabled after a choice, in ms: the second tap of a double tap would hit the former next step. */
const CHOICES_REST = 1000;

/** One press a step; the newest can be taken back for ten seconds. */
export function RevealPart({ reveal }: { reveal: RevealState }) {
  const { document, next, later, last, isWaiting, press, putNext, takeBack, undoFor } = reveal;
  const [isResting, setResting] = useState(false);
  useEffect(() => {
    if (!isResting) return;
    const timer = setTimeout(() => setResting(false), CHOICES_REST);
    return () => clearTimeout(timer);
  }, [isResting]);
  if (!document?.armed_at) return null;
  const { revealed, steps } = document;
  return (
    <Part title="Показ итогов" isLoaded>
      <p className={styles.note}>
        Открыто шагов: {revealed} из {steps.length}
        {last && `. Последний: ${last.title}`}
      </p>
      <button type="button" className={styles.next} disabled={!next || isWaiting} onClick={press}>
        {next ? `Открыть «${next.title}»` : 'Все шаги открыты'}
      </button>
      {undoFor > 0 && (
        <Button className={styles.big ?? ''} variant="default" disabled={isWaiting} onClick={takeBack}>
          Отменить шаг
          <span aria-hidden="true">&nbsp;· {undoFor}</span>
        </Button>
      )}
      {later.length > 0 && (
        <details className={styles.later}>
          <summary>Следующим открыть другого</summary>
          <ul className={styles.choices}>
            {later.map((step) => (
              <li key={step.step}>
                <Button
                  className={styles.big ?? ''}
                  styles={{ label: { whiteSpace: 'normal' } }}
                  variant="default"
                  fullWidth
                  px="sm"
                  disabled={isWaiting || isResting}
                  onClick={() => {
                    setResting(true);
                    putNext(step);
                  }}
                >
                  {step.title}
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Part>
  );
}
