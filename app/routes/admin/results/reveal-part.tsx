import styles from '../live/live.module.css';
import { DeskButton, MainButton, Offer } from '../live/main-button.tsx';
import { Part } from '../live/part.tsx';
import type { RevealState } from './use-reveal.ts';

interface Props {
  reveal: RevealState;
  /** Its button stands in the bar of the desk. */
  isInBar?: boolean;
}

/** One press a step; the newest can be taken back for ten seconds. */
export function RevealPart({ reveal, isInBar = false }: Props) {
  const { document, later, last, isCoolingDown, putNext, presses } = reveal;
  if (!document?.armed_at) return null;
  const { revealed, steps } = document;
  return (
    <Part title="Показ итогов" data={steps}>
      {() => (
        <>
          <p className={styles.note}>
            Открыто шагов: {revealed} из {steps.length}
            {last && `. Последний: ${last.title}`}
            {isInBar && '. Кнопка — внизу экрана.'}
          </p>
          {!isInBar && <RevealButtons reveal={reveal} />}
          {!isInBar && <Offer presses={presses} />}
          {later.length > 0 && (
            <details className={styles.later}>
              <summary>Следующим открыть другого</summary>
              <ul className={styles.choices}>
                {later.map((step) => (
                  <li key={step.step}>
                    <DeskButton
                      styles={{ label: { whiteSpace: 'normal' } }}
                      fullWidth
                      px="sm"
                      disabled={isCoolingDown}
                      onClick={() => putNext(step)}
                    >
                      {step.title}
                    </DeskButton>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </Part>
  );
}

/** The place of the undo is its own: a second tap on the button beside it never hits it. */
export function RevealButtons({ reveal, isNew = false }: { reveal: RevealState; isNew?: boolean }) {
  const { next, press, isWaiting, isCoolingDown, takeBack, undoFor } = reveal;
  return (
    <div className={styles.reveal}>
      <MainButton isOff={!next} isCoolingDown={isCoolingDown || isNew} onPress={press}>
        {next ? `Открыть «${next.title}»` : 'Все шаги открыты'}
      </MainButton>
      <DeskButton
        data-hidden={undoFor === 0 || undefined}
        styles={{ label: { whiteSpace: 'normal' } }}
        disabled={isWaiting}
        onClick={takeBack}
      >
        <span>
          Отменить шаг
          <span aria-hidden="true">&nbsp;· {undoFor}</span>
        </span>
      </DeskButton>
    </div>
  );
}
