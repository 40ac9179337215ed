import { LOWER_BAR } from '../../../ui/admin/lower-bar.ts';
import { useJustChanged } from '../../../ui/admin/use-just-changed.ts';
import type { RevealState } from '../results/reveal.tsx';
import { RevealButtons } from '../results/reveal.tsx';
import { HoldButton } from './hold-button.tsx';
import styles from './live.module.css';
import { DeskButton, MainButton, Offer } from './main-button.tsx';
import type { StageState } from './stage.tsx';
import { CLOSE, type VoteState } from './stream-and-vote.tsx';
import type { Desk } from './use-desk.ts';

const PHASES = { stage: 'Концерт', vote: 'Голосование', reveal: 'Итоги' };

type Phase = keyof typeof PHASES;

interface Props {
  stage: StageState;
  vote: VoteState;
  reveal: RevealState;
}

/** What the main button is for. Performances go on while the vote is open; the reveal comes last. */
export function phaseOf({ stage: { now, next }, vote, reveal: { document } }: Props): Phase {
  const isPerforming = now.state === 'performance' && next !== undefined;
  if (document?.armed_at && document.revealed > 0) return 'reveal';
  if (isPerforming) return 'stage';
  if (vote.state === 'open') return 'vote';
  return document?.armed_at ? 'reveal' : 'stage';
}

/** Sticky. Lines come and go at its top only: no button moves between the two taps of a double tap. */
export function DeskBar({ phase, desk, ...parts }: Props & { phase: Phase; desk: Desk }) {
  const { stage, vote, reveal } = parts;
  const isNew = useJustChanged(phase);
  const hasStage = stage.isLoaded && stage.performing.length > 0;
  if (!hasStage && phase === 'stage' && vote.state !== 'open' && !desk.offer) return null;
  const close = <HoldButton label={CLOSE} color="phase" disabled={vote.isWaiting} onHeld={vote.close} />;
  return (
    <section className={styles.bar} {...LOWER_BAR} data-phase={phase} aria-label="Ход концерта">
      <Offer desk={desk} />
      <p className={styles.now}>
        <b className={styles.phase}>{PHASES[phase]}</b>
        {hasStage && <span>{nowText(stage.known)}</span>}
        <Waiting desk={desk} />
      </p>
      <div className={styles.beside}>
        {vote.state === 'open' && phase !== 'vote' && close}
        {hasStage && phase !== 'stage' && stage.next && <NextButton stage={stage} isNew={isNew} />}
      </div>
      <div className={styles.main} key={phase}>
        {phase === 'stage' && hasStage && <NextButton stage={stage} isNew={isNew} />}
        {phase === 'vote' && close}
        {phase === 'reveal' && <RevealButtons reveal={reveal} isNew={isNew} />}
      </div>
      {hasStage && <Further stage={stage} />}
    </section>
  );
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

function Further({ stage: { now, press, takeBack, undoable } }: { stage: StageState }) {
  return (
    <div className={styles.further}>
      <DeskButton disabled={now.state !== 'performance'} onClick={() => press('break')}>
        Перерыв
      </DeskButton>
      <HoldButton
        label="Конец шоу"
        disabled={now.state === 'none' || now.state === 'ended'}
        onHeld={() => press('end')}
      />
      <DeskButton data-hidden={!undoable || undefined} aria-label={`Отменить: ${undoable ?? ''}`} onClick={takeBack}>
        Отменить
      </DeskButton>
    </div>
  );
}

/** A press that has not arrived yet is not what is on now. */
function Waiting({ desk: { waiting, isStuck } }: { desk: Desk }) {
  const last = waiting.at(-1);
  if (!last) return null;
  return (
    <span style={WAITING}>
      {isStuck ? 'Ждёт связи' : 'Отправляется'}: {last.label}
      {waiting.length > 1 && ` и ещё ${waiting.length - 1}`}
    </span>
  );
}

const WAITING = { paddingInline: '0.375rem', border: '1px dashed', borderRadius: '0.375rem', fontWeight: 400 };

function nowText({ state, contestant }: StageState['known']): string {
  if (state === 'performance') return `Сейчас: ${contestant?.name ?? 'на сцене'}`;
  if (state === 'break') return 'Сейчас: перерыв';
  return state === 'ended' ? 'Концерт окончен' : 'Концерт не начат';
}
