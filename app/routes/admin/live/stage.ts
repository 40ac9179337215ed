import { PRESS_LIFETIME } from '../../../../model/live/fold.ts';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { Show } from '../../../../model/programme/show-row.ts';
import type { Stage } from '../../../../model/programme/stage.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { serverNow } from '../../../ui/time/server-clock.ts';
import { performersOf } from '../programme/use-programme.ts';
import { performedIn, showOf } from './desk.ts';
import { useCooldown } from './main-button.tsx';
import type { Press } from './presses.ts';
import type { Desk } from './use-desk.ts';

const PATH = '/stage';

export type StageState = ReturnType<typeof useStage>;

interface Position {
  state: Stage['state'];
  contestant: Contestant | undefined;
  isWaiting: boolean;
}

export function useStage(desk: Desk) {
  const { document, live, last } = desk;
  const { programme } = document ?? {};
  const { stage: heard } = live.parts;
  const show = showOf(desk);
  const performing = show ? performersOf(show, programme?.contestants ?? []) : [];
  const waiting = desk.waiting.filter(({ path }) => path.startsWith(PATH));
  /** Once the waiting presses have arrived. */
  const now = positionOf(heard, waiting, show, performing);
  const known = positionOf(heard, [], show, performing);
  const performed = show && heard?.state === 'none' ? performedIn(document?.log ?? [], show.id) : [];
  const next = now.state === 'ended' ? undefined : nextOf(heard, waiting, show, performing, performed);
  const onStage = programme?.shows.find(({ id }) => id === heard?.show?.id);
  const isAhead =
    now.state === 'none' &&
    next !== undefined &&
    show !== undefined &&
    serverNow() < Date.parse(show.starts_at) + PRESS_LIFETIME &&
    !(onStage && onStage.starts_at > show.starts_at);
  const isCoolingDown = useCooldown(desk, 'stage', `${show?.id} ${next?.id}`);

  const press = (kind: Kind, contestant?: Contestant, isHeldBack = kind === 'performance' && isCoolingDown) => {
    if (!show || !heard) return;
    const label = labelOf(kind, show, contestant);
    const body = { show_id: show.id, kind, contestant_id: contestant?.id ?? null };
    // A press has seen those that wait before it: its number is put right once they are answered.
    const about = { label, body, seen: waiting[0]?.seen ?? heard.seq, notBefore: heard.since };
    const send = isHeldBack ? desk.holdBack : desk.press;
    send({ ...about, method: 'POST', path: PATH });
  };
  const takeBack = () => {
    if (!last) return;
    const { seq, label } = last;
    desk.press({ label: `Отменено: ${label}`, seen: seq, method: 'DELETE', path: `${PATH}/${seq}` });
  };
  const canTakeBack = last !== undefined && last.seq === heard?.seq && waiting.length === 0;
  return {
    ...{ shows: programme?.shows ?? [], show, choose: desk.choose },
    ...{ performing, now, known, since: heard?.since ?? '', next, isAhead, isCoolingDown, press, takeBack },
    isLoaded: programme !== undefined && heard !== undefined,
    isIdle: now.state === 'none' && performed.length === 0, // Not begun
    undoable: canTakeBack ? last.label : undefined,
  };
}

type Kind = 'performance' | 'break' | 'end';

const STATES = { performance: 'performance', break: 'break', end: 'ended' } as const;

function positionOf(
  heard: Stage | undefined,
  waiting: readonly Press[],
  show: Show | undefined,
  performing: Contestant[],
): Position {
  const pressed = waiting.findLast(({ body }) => body?.show_id === show?.id)?.body;
  if (pressed) {
    const contestant = performing.find(({ id }) => id === pressed.contestant_id);
    return { state: STATES[pressed.kind as keyof typeof STATES], contestant, isWaiting: true };
  }
  if (!heard || heard.show?.id !== show?.id) return { state: 'none', contestant: undefined, isWaiting: false };
  const contestant = performing.find(({ slug }) => slug === heard.contestant?.slug);
  return { state: heard.state, contestant, isWaiting: false };
}

/** The next performer in the running order, without the withdrawn; a break does not reset it. */
function nextOf(
  heard: Stage | undefined,
  waiting: readonly Press[],
  show: Show | undefined,
  performing: Contestant[],
  performed: string[],
): Contestant | undefined {
  const pressed = waiting.findLast(({ body }) => body?.show_id === show?.id && body?.kind === 'performance')?.body;
  const isOurs = heard?.show?.id === show?.id;
  const gone = performed.find((each) => performing.some(({ name }) => name === each));
  const at = performing.findIndex(({ id, slug, name }) =>
    pressed ? id === pressed.contestant_id : name === gone || (isOurs && slug === heard?.contestant?.slug),
  );
  if (!pressed && isOurs && heard?.state === 'break') return performing.find(({ slug }) => slug === heard.next?.slug);
  return performing.slice(at + 1).find(({ is_withdrawn }) => !is_withdrawn);
}

function labelOf(kind: string, show: Show, contestant?: Contestant): string {
  if (contestant) return `На сцене: ${contestant.name}`;
  return kind === 'break' ? 'Перерыв' : `Конец концерта ${quoted(show.title)}`;
}

export function nowText({ known: { state, contestant }, isIdle }: StageState, isReveal: boolean): string {
  if (state === 'ended') return 'Концерт окончен';
  if (isReveal) return state === 'break' ? 'Перерыв' : '';
  if (state === 'performance') return `Сейчас: ${contestant?.name ?? 'на сцене'}`;
  if (state === 'break') return 'Сейчас: перерыв';
  return isIdle ? 'Концерт не начат' : 'На сцене никого';
}
