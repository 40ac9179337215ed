import { expect } from 'vitest';
import { byPlaces, jury } from '../programme/show.ts';
import type { Ask } from '../rig/browser/panel.ts';

/** Points by name, of three givers and by places. */
export function sectionsOf(ids: number[], votes: number[]) {
  const [anna = 0, boris = 0, vera = 0] = ids;
  const points = (...given: number[]) => [anna, boris, vera].map((id, at): [number, number] => [id, given[at] ?? 0]);
  return [jury({ Томск: points(12, 10, 8), Псков: points(10, 12, 8) }), byPlaces([anna, boris, vera], votes)];
}

/** A past festival with a final of three, whose points are entered whole. */
export async function addPast(ask: Ask, year: number, names = ['Анна', 'Борис', 'Вера'], more: object = {}) {
  const words = { title: `Рампа-${year}`, year, city: 'Светлореченск', hall: 'Зал «Эллинг»', ...more };
  const edition = await ask('POST', '/admin/editions', words);
  expect(edition).toMatchObject({ year, is_current: false });
  const of = { edition_id: edition.id };
  const show = await ask('POST', '/admin/shows', { title: 'Финал', starts_at: `${year}-07-20T17:00:00.000Z`, ...of });
  const ids: number[] = [];
  for (const name of names) {
    const contestant = { name, song: `Песня ${year}`, region: 'Томск', shows: [show.id], ...of };
    ids.push((await ask('POST', '/admin/contestants', contestant)).id);
  }
  // The table is of three.
  const results =
    ids.length < 3 ? null : await ask('PUT', `/admin/results/${show.id}`, { sections: sectionsOf(ids, [50, 40, 10]) });
  return { edition, show, ids, results };
}
