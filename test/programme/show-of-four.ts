import type { Contestant } from '../../model/programme/contestant-schema.ts';
import type { TestApp } from '../rig/app.ts';

const FINAL = { title: 'Финал', starts_at: '2030-07-20T17:00:00.000Z' };

export async function removeShows({ editor }: TestApp): Promise<void> {
  // A show with armed results stays.
  for (const { id } of (await editor('GET', '/api/programme')).json().shows)
    for (const path of [`results/${id}/reveal`, `results/${id}/arm`, `admin/shows/${id}`])
      await editor('DELETE', `/api/${path}`);
}

/** The third is withdrawn. */
export async function addShowOfFour({ editor }: TestApp): Promise<{ id: number; four: Contestant[] }> {
  const { id } = (await editor('POST', '/api/admin/shows', FINAL)).json();
  const four: Contestant[] = [];
  for (const name of ['Анна', 'Борис', 'Вера', 'Глеб']) {
    const contestant = { name, song: `Песня ${name}`, region: 'Томск', is_withdrawn: name === 'Вера', shows: [id] };
    four.push((await editor('POST', '/api/admin/contestants', contestant)).json());
  }
  return { id, four };
}
