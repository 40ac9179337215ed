import type { Results, ResultsEvent } from '../../../model/results/shown.ts';

/** A board after presses that it does not know, oldest first. `isBehind`: it has to be read. `show`: of this one, else the newest. */
export function boardAfter(
  known: Results,
  presses: readonly ResultsEvent[],
  show?: number,
): { board: Results; isBehind: boolean } {
  let board = known;
  for (const press of presses) {
    if (press.seq < board.seq) continue;
    if (press.seq === board.seq) {
      if (board === known && isOther(press, board, show)) return { board, isBehind: true };
      continue;
    }
    const next = begun(press, show) ?? (press.after === board.seq ? afterPress(board, press, show) : undefined);
    if (!next) return { board, isBehind: true };
    board = next;
  }
  return { board, isBehind: false };
}

/** Same `seq`, other show or state: a show was hidden or restored. Events are about the newest board only. */
function isOther(press: ResultsEvent, board: Results, show: number | undefined): boolean {
  if (show !== undefined && press.show && press.show.id !== show) return false;
  return press.show?.id !== board.show?.id || press.state !== board.state;
}

/** Undefined when the press does not tell all that the page shows. */
function afterPress(board: Results, press: ResultsEvent, show: number | undefined): Results | undefined {
  const { seq, change, target, left = 0 } = press;
  const id = board.show?.id;
  const isOurs = target !== undefined && target === (show ?? id);
  if (show === undefined && change !== 'none' && press.show?.id !== id) return undefined;
  if (change === 'none' || !isOurs) return { ...board, seq };
  if (change === 'step') return withStep(board, press);
  if (change === 'correct' || left === 0 || left > board.steps.length) return undefined;
  return { ...board, seq, state: 'revealing', steps: board.steps.slice(0, left) };
}

/** A board from one event: no board, or the first step with its contestants. Undefined for any other event. */
function begun(press: ResultsEvent, wanted: number | undefined): Results | undefined {
  const { seq, show, state, of, contestants, plan, target } = press;
  if (state === 'none') return { seq, show: null, state, of: 0, contestants: [], steps: [] };
  if (!contestants || (wanted !== undefined && wanted !== target)) return undefined;
  return withStep({ seq, show, state, of, contestants, plan, steps: [] }, press);
}

function withStep(board: Results, { seq, step, show, of, revealed }: ResultsEvent): Results | undefined {
  if (!step || !board.show || show?.id !== board.show.id || board.steps.length + 1 !== revealed) return undefined;
  const indexes = new Map(board.contestants.map(({ slug }, index) => [slug, index]));
  const points = step.points.flatMap(([slug, given]) => {
    const index = indexes.get(slug);
    return index === undefined ? [] : [[index, given] satisfies [number, number]];
  });
  // Unknown contestant: the page has an older list.
  if (points.length < step.points.length) return undefined;
  const steps = [...board.steps, { ...step, points: points as [number, number][] }];
  return { ...board, seq, of, state: steps.length < of ? 'revealing' : 'final', steps };
}
