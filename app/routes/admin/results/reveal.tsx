import { Anchor, Group, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import type { ResultsDocument } from '../../../../model/results/schema.ts';
import { moveStep } from '../../../../model/results/scores.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { serverNow } from '../../../ui/time/server-clock.ts';
import styles from '../live/live.module.css';
import { DeskButton, MainButton, Offer, Part, useCooldown } from '../live/main-button.tsx';
import type { Desk } from '../live/use-desk.ts';
import { performersOf } from '../programme/use-programme.ts';
import { textAfterStep } from './scores.ts';

interface Props {
  reveal: RevealState;
  isInBar?: boolean; // On the desk, with its button in the bar
  isShowOver?: boolean;
}

/** One press a step; the newest can be taken back for ten seconds. */
export function RevealPart({ reveal, isInBar = false, isShowOver = false }: Props) {
  const { document, told, next, later, isCoolingDown, putNext, desk } = reveal;
  if (!document?.armed_at) return isShowOver && document ? <Unprepared document={document} /> : null;
  const { revealed, steps } = document;
  return (
    <Part title="Показ итогов" data={steps}>
      {() => (
        <>
          <p className={styles.note}>
            Открыто шагов: {revealed} из {steps.length}
            {isInBar && next && '. Кнопка — внизу экрана.'}
          </p>
          {told && <p className={next ? undefined : styles.count}>{told}</p>}
          {isInBar && (
            <Group gap="md">
              <Anchor href={`/results#show-${document.show_id}`} target="_blank">
                Табло на сайте
              </Anchor>
              <Anchor href={`/results?screen=${document.show_id}`} target="_blank">
                Экран для зала
              </Anchor>
            </Group>
          )}
          {!isInBar && (
            <div className={ui.list}>
              <RevealButton reveal={reveal} />
              <StepUndo reveal={reveal} />
            </div>
          )}
          {!isInBar && <Offer desk={desk} subject="results" />}
          {later.length > 0 && (
            <details>
              <summary style={{ minHeight: '2.75rem', paddingBlock: '0.625rem', marginBlock: '0 0.25rem' }}>
                Сменить следующий шаг
              </summary>
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

function Unprepared({ document: { show_id, gaps } }: { document: ResultsDocument }) {
  return (
    <Part title="Показ итогов" data={gaps}>
      {() => (
        <p className={styles.note}>
          Итоги не подготовлены к показу.{' '}
          <Link to={`/admin/results?show=${show_id}`}>{gaps.length > 0 ? 'Внесите баллы' : 'Подготовьте их'}</Link>
        </p>
      )}
    </Part>
  );
}

export function RevealButton({ reveal, isNew = false }: { reveal: RevealState; isNew?: boolean }) {
  const { next, press, isCoolingDown } = reveal;
  // Keeps the place of the button, so that a second tap hits no other.
  if (!next)
    return (
      <Text mih="3.5rem" style={{ alignContent: 'center' }}>
        Все шаги открыты
      </Text>
    );
  return (
    <MainButton isOff={false} isCoolingDown={isCoolingDown || isNew} onPress={press}>
      {`Открыть ${quoted(next.title)}`}
    </MainButton>
  );
}

/** Has a place of its own: a second tap on the button beside it never hits it. */
export function StepUndo({ reveal: { isWaiting, takeBack, undoFor } }: { reveal: RevealState }) {
  return (
    <DeskButton data-hidden={undoFor === 0 || undefined} disabled={isWaiting} onClick={takeBack}>
      Отменить шаг
      <span aria-hidden="true">&nbsp;· {undoFor} с</span>
    </DeskButton>
  );
}

const TICK = 250; // ms

export type RevealState = ReturnType<typeof useReveal>;

export function useReveal(show: number | undefined, desk: Desk) {
  const { results, programme } = desk.document ?? {};
  const document = results && results.show_id === show ? results : undefined;
  const waiting = desk.waiting.filter(({ path }) => path.startsWith('/results/'));
  const isWaiting = waiting.length > 0;
  const { revealed = 0, steps = [] } = document ?? {};
  const next = steps[revealed];
  const isCoolingDown = useCooldown(desk, 'results', `${show} ${revealed} ${next?.title}`) || isWaiting;
  const press = (isHeldBack = isCoolingDown) => {
    const step = revealed + waiting.filter(({ path }) => path.endsWith('/reveal')).length;
    if (!document || !steps[step]) return;
    const about = { label: `Открыто: ${steps[step].title}`, body: { step }, seen: document.seq };
    const send = isHeldBack ? desk.holdBack : desk.press;
    send({ ...about, method: 'POST', path: `/results/${document.show_id}/reveal` });
  };
  const later = steps.flatMap(({ title }, step) =>
    document && moveStep(document.sections, revealed, step) ? [{ title, step }] : [],
  );
  const putNext = ({ title, step }: (typeof later)[number]) => {
    if (!document) return;
    const about = { label: `Следующим будет: ${title}`, body: { step }, seen: document.seq };
    desk.press({ ...about, method: 'POST', path: `/results/${document.show_id}/next` });
  };
  const last = steps[revealed - 1];
  const takeBack = () => {
    if (!document?.undo_id) return;
    const about = { label: `Отменено: ${last?.title}`, seen: document.seq };
    desk.press({ ...about, method: 'DELETE', path: `/results/reveals/${document.undo_id}` });
  };
  const { shows = [], contestants = [] } = programme ?? {};
  const shown = document?.armed_at && shows.find(({ id }) => id === show);
  const performers = shown ? performersOf(shown, contestants).filter((each) => !each.is_withdrawn) : [];
  const told = shown && textAfterStep(document.sections, performers, revealed, !next);
  const undoFor = useSecondsUntil(document?.undo_until ?? null);
  return { document, told, next, later, undoFor, isWaiting, isCoolingDown, desk, press, putNext, takeBack };
}

/** Whole seconds that are left; 0 when it is over. */
function useSecondsUntil(until: string | null): number {
  const left = () => (until === null ? 0 : Math.max(0, Math.ceil((Date.parse(until) - serverNow()) / 1000)));
  return useSyncExternalStore(everyTick, left, left);
}

function everyTick(changed: () => void): () => void {
  const timer = setInterval(changed, TICK);
  return () => clearInterval(timer);
}
