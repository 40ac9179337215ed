import { Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { LOWER_BAR, Rest } from '../../../ui/admin/lower-bar.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { useJustChanged } from '../../../ui/admin/use-just-changed.ts';
import { serverNow } from '../../../ui/time/server-clock.ts';
import { RevealButton, type RevealState, StepUndo } from '../results/reveal.tsx';
import { HoldButton } from './hold-button.tsx';
import styles from './live.module.css';
import { DeskButton, MainButton, Offer } from './main-button.tsx';
import { nowText, type StageState } from './stage.ts';
import { CLOSE, type VoteState } from './switches.tsx';
import type { Desk } from './use-desk.ts';

const PHASES = { stage: 'Концерт', vote: 'Голосование', reveal: 'Итоги' };

type Phase = keyof typeof PHASES;

interface Props {
  stage: StageState;
  vote: VoteState;
  reveal: RevealState;
}

/** What the main button is for. Performances go on while the vote is open; the reveal comes last, or when its first step is opened. */
export function phaseOf({ stage: { now, next, isAhead, isIdle }, vote, reveal: { document } }: Props): Phase {
  const isPerforming = !isIdle && now.state !== 'break' && next !== undefined;
  if (document?.armed_at && document.revealed > 0) return 'reveal';
  if (isPerforming) return 'stage';
  if (vote.state === 'open') return 'vote';
  return document?.armed_at && !isAhead ? 'reveal' : 'stage';
}

/** Sticky. Lines come and go at its top only: no button moves between the two taps of a double tap. */
export function DeskBar({ phase, desk, ...parts }: Props & { phase: Phase; desk: Desk }) {
  const { stage, vote, reveal } = parts;
  // With the vote the main button changes its place in the row.
  const isNew = useJustChanged(`${phase} ${vote.state} ${!reveal.next}`);
  const hasStage = stage.isLoaded && stage.performing.length > 0;
  if (!hasStage && phase === 'stage' && vote.state !== 'open' && !desk.offer) return null;
  const next = <NextButton stage={stage} isNew={isNew} />;
  const { state } = stage.now;
  const { revealed = 0, steps = [] } = reveal.document ?? {};
  const isOver = state === 'ended';
  const end = hasStage && phase === 'reveal' && !reveal.next && state !== 'none' && !isOver && (
    <EndButton stage={stage} color="phase" />
  );
  return (
    <section className={styles.bar} {...LOWER_BAR} data-phase={phase} aria-label="Ход концерта">
      <Offer desk={desk} />
      <Waiting desk={desk} />
      <div className={ui.bar}>
        <p className={styles.now}>
          <b className={styles.phase}>
            {PHASES[phase]}
            {revealed > 0 && ` ${revealed} из ${steps.length}`}
            {phase === 'stage' && stage.known.state === 'performance' && <Elapsed since={stage.since} />}
          </b>
          {hasStage && (
            <Text span inherit lineClamp={2}>
              {nowText(stage, revealed > 0)}
            </Text>
          )}
        </p>
        {phase === 'reveal' && <StepUndo reveal={reveal} />}
        {hasStage && (phase !== 'reveal' || isOver) && <StageUndo stage={stage} isNamed={phase === 'reveal'} />}
        {hasStage && !isOver && (
          <Rest>
            {phase === 'reveal' && <StageUndo stage={stage} isNamed />}
            <DeskButton disabled={state === 'break' || stage.isIdle} onClick={() => stage.press('break')}>
              Перерыв
            </DeskButton>
            {!end && <EndButton stage={stage} />}
          </Rest>
        )}
        {/* Once all is over its place stays as long as the undo, which a second tap would hit. */}
        {(phase !== 'reveal' || end || reveal.next || vote.state === 'open' || isNew || reveal.undoFor > 0) && (
          <div className={styles.main} key={phase}>
            {hasStage && stage.next && phase === 'reveal' && state !== 'none' && next}
            {vote.state === 'open' && (
              <HoldButton label={CLOSE} color="phase" disabled={vote.isWaiting} onHeld={vote.close} />
            )}
            {hasStage && (phase === 'stage' ? !isOver : phase === 'vote' && stage.next) && next}
            {phase === 'reveal' && (end || <RevealButton reveal={reveal} isNew={isNew} />)}
          </div>
        )}
      </div>
    </section>
  );
}

/** «3:07» since the performance began. */
function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(serverNow);
  useInterval(() => setNow(serverNow()), 1000, { autoInvoke: true });
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  return <span aria-hidden="true">{` ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</span>;
}

function NextButton({ stage: { next, isCoolingDown, press }, isNew }: { stage: StageState; isNew: boolean }) {
  return (
    <MainButton
      isOff={!next}
      isCoolingDown={isCoolingDown || isNew}
      onPress={(isHeldBack) => next && press('performance', next, isHeldBack)}
    >
      Дальше: {next ? next.name : 'больше никого'}
    </MainButton>
  );
}

function EndButton({ stage: { isIdle, press }, color = 'red' }: { stage: StageState; color?: 'red' | 'phase' }) {
  return <HoldButton label="Конец шоу" color={color} disabled={isIdle} onHeld={() => press('end')} />;
}

/** `isNamed`: in a narrow bar, too, beside buttons of the same word. */
function StageUndo({ stage: { takeBack, undoable = '' }, isNamed }: { stage: StageState; isNamed: boolean }) {
  const undone = UNDONE.find(([start]) => undoable.startsWith(start))?.[1];
  return (
    <DeskButton data-hidden={!undoable || undefined} aria-label={`Отменить ${undone}: ${undoable}`} onClick={takeBack}>
      Отменить
      <Text span inherit visibleFrom={isNamed ? undefined : 'lg'}>
        &nbsp;{undone}
      </Text>
    </DeskButton>
  );
}

const UNDONE = [
  ['Перерыв', 'перерыв'],
  ['Конец', 'конец'],
  ['', 'выход'],
] as const;

/** A press that has not arrived yet is not what is on now. */
function Waiting({ desk: { waiting, isStuck } }: { desk: Desk }) {
  const last = waiting.at(-1);
  if (!last) return null;
  return (
    <Text truncate lh={1.3}>
      {isStuck ? 'Ждёт связи' : 'Отправляется'}: {last.label}
      {waiting.length > 1 && ` и ещё ${waiting.length - 1}`}
    </Text>
  );
}
