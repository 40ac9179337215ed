import type { Show } from './night.ts';
import type { Desk } from './operator.ts';

interface Programme {
  shows: { id: number; title: string; is_public: boolean; running_order: number[] }[];
  contestants: { id: number; slug: string; is_withdrawn: boolean }[];
}

const FEWEST = 2;
const OWN = { title: 'Репетиция', performers: 5 };
const PAGES = ['/', '/watch', '/vote', '/news', '/about'];

/** The public show with the longest running order, or one made for the rehearsal, and pages that viewers open. */
export async function chooseShow(desk: Desk): Promise<{ show: Show; pages: string[] }> {
  const programme = await desk.must<Programme>('GET', '/api/programme');
  const out = new Set(programme.contestants.filter(({ is_withdrawn }) => is_withdrawn).map(({ id }) => id));
  const shows = programme.shows
    .filter(({ is_public }) => is_public)
    .map(({ id, title, running_order }) => ({ id, title, order: running_order.filter((each) => !out.has(each)) }))
    .toSorted((one, other) => other.order.length - one.order.length);
  const [longest] = shows;
  const show = longest && longest.order.length >= FEWEST ? longest : await makeShow(desk);
  const news = await desk.must<{ slug: string }[]>('GET', '/api/news?limit=3&fields=card');
  const first = programme.contestants.find(({ id }) => show.order.includes(id));
  const more = [
    ...news.map(({ slug }) => `/news/${slug}`),
    '/programme',
    ...(first ? [`/programme/${first.slug}`] : []),
  ];
  return { show, pages: [...PAGES, ...more] };
}

async function makeShow(desk: Desk): Promise<Show> {
  const { title } = OWN;
  const show = await desk.must<{ id: number }>('POST', '/api/admin/shows', {
    title,
    starts_at: new Date().toISOString(),
  });
  const order: number[] = [];
  for (let number = 1; number <= OWN.performers; number += 1) {
    const body = { name: `Участник ${number}`, song: `Песня ${number}`, shows: [show.id] };
    order.push((await desk.must<{ id: number }>('POST', '/api/admin/contestants', body)).id);
  }
  return { id: show.id, title, order };
}
