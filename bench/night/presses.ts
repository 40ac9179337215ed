import type { Put } from '../rig/editor.ts';

/** A show of fourteen; gives the press that puts the next of them on stage, and its number. */
export async function fillProgramme(put: Put): Promise<() => Promise<number>> {
  const add = async (path: string, body: object) => ((await put(path, body, 'POST')) as { id: number }).id;
  const show_id = await add('/api/admin/shows', { title: 'Финал', starts_at: new Date().toISOString() });
  const ids: number[] = [];
  for (let n = 1; n <= 14; n += 1)
    ids.push(await add('/api/admin/contestants', { name: `Участник ${n}`, song: `Песня ${n}`, shows: [show_id] }));
  let seen = 0;
  let presses = 0;
  return async () => {
    const contestant_id = ids[presses % ids.length];
    presses += 1;
    const press = { show_id, kind: 'performance', contestant_id, key: `press-${presses}-of-bench`, seen };
    ({ seq: seen } = (await put('/api/stage', press, 'POST')) as { seq: number });
    return seen;
  };
}
