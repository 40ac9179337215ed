import type { Results } from '../../model/results/schema.ts';
import type { Put } from '../rig/world.ts';

interface Presses {
  press: () => Promise<number>; // Puts the next of fourteen on stage; gives the number of the press
  reveal: () => Promise<number>; // Reveals the next of `steps` steps; gives its moment in ms
}

/** A show of fourteen, with the points of as many juries as there are steps. */
export async function fillProgramme(put: Put, steps: number): Promise<Presses> {
  const add = async (path: string, body: object) => ((await put(path, body, 'POST')) as { id: number }).id;
  const show_id = await add('/api/admin/shows', { title: 'Финал', starts_at: new Date().toISOString() });
  const ids: number[] = [];
  for (let n = 1; n <= 14; n += 1)
    ids.push(await add('/api/admin/contestants', { name: `Участник ${n}`, song: `Песня ${n}`, shows: [show_id] }));
  let revealed = await prepareResults(put, show_id, ids, steps);
  let seen = 0;
  let presses = 0;
  return {
    press: async () => {
      const contestant_id = ids[presses % ids.length];
      presses += 1;
      const press = {
        show_id,
        kind: 'performance',
        contestant_id,
        key: `press-${presses}-of-bench`,
        seen,
        again: true,
      };
      ({ seq: seen } = (await put('/api/stage', press, 'POST')) as { seq: number });
      return seen;
    },
    reveal: async () => {
      const key = `step-${revealed}-of-bench`;
      const state = (await put(
        `/api/results/${show_id}/reveal`,
        { key, seen: revealed, again: true },
        'POST',
      )) as Results;
      revealed = state.seq;
      return Date.parse(state.steps.at(-1)?.at ?? '');
    },
  };
}

const SCALE = [12, 10, 8, 7, 6, 5, 4, 3, 2, 1];

/** Gives the number of the newest press. */
async function prepareResults(put: Put, show: number, ids: number[], steps: number): Promise<number> {
  const givers = Array.from({ length: steps }, (_, giver) => ({
    name: `Город ${giver + 1}`,
    points: SCALE.map((points, at) => [ids[(giver + at) % ids.length], points]),
  }));
  const control_total = steps * SCALE.reduce((sum, points) => sum + points, 0);
  const sections = [{ kind: 'jury', title: 'Жюри', mode: 'givers', givers }];
  await put(`/api/admin/results/${show}`, { sections, control_total });
  const { seq } = (await put(`/api/results/${show}/arm`, {}, 'POST')) as { seq: number };
  return seq;
}
