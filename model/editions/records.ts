import { boardOf, joined, pointsText } from '../results/board.ts';
import type { Results } from '../results/shown.ts';
import { plural } from '../text/plural.ts';

/** «Самый высокий результат», whose it is, and how it was found. */
export interface EditionRecord {
  title: string;
  value: string;
  edition: string | null; // Slug of the edition; null where it is about many
  how: string;
}

interface Decided {
  slug: string;
  title: string;
  board: Results;
}

/** Records over complete boards that each decide an edition, newest first; an equal one does not replace an older. Empty below two. */
export function recordsOf(editions: readonly Decided[]): EditionRecord[] {
  const decided = editions
    .filter(({ board }) => board.state === 'final')
    .map(toDecided)
    .toReversed();
  if (decided.length < 2) return [];
  return [highest(decided), narrowest(decided), mostWins(decided)].flatMap((record) => record ?? []);
}

function toDecided({ slug, title, board }: Decided) {
  const rows = boardOf(board);
  const winners = rows
    .filter(({ place }) => place === 1)
    .flatMap(({ contestant }) => board.contestants[contestant] ?? []);
  const total = rows[0]?.total ?? 0;
  return { slug, title, winners, total, lead: winners.length > 1 ? 0 : total - (rows[winners.length]?.total ?? 0) };
}

type Outcome = ReturnType<typeof toDecided>;

function highest(decided: readonly Outcome[]): EditionRecord | undefined {
  const best = decided.reduce((one, other) => (other.total > one.total ? other : one));
  if (best.total === 0) return undefined;
  return {
    title: 'Самый высокий результат',
    value: `${namesOf(best)} — ${pointsText(best.total)}, ${best.title}`,
    edition: best.slug,
    how: 'Сумма баллов жюри и зрителей в решающем концерте. Правила подсчёта в разные годы могли различаться.',
  };
}

function narrowest(decided: readonly Outcome[]): EditionRecord | undefined {
  const won = decided.filter(({ winners, lead }) => winners.length === 1 && lead > 0);
  const [first, ...rest] = won;
  if (!first) return undefined;
  const best = rest.reduce((one, other) => (other.lead < one.lead ? other : one), first);
  return {
    title: 'Победа с наименьшим отрывом',
    value: `${namesOf(best)} — ${pointsText(best.lead)}, ${best.title}`,
    edition: best.slug,
    how: 'Разница между первым и вторым местом в решающем концерте; равенство баллов не считается.',
  };
}

function mostWins(decided: readonly Outcome[]): EditionRecord | undefined {
  const wins = new Map<string, number>();
  for (const { winners } of decided)
    for (const { country } of winners) if (country) wins.set(country, (wins.get(country) ?? 0) + 1);
  const most = Math.max(0, ...wins.values());
  if (most < 2) return undefined;
  const regions = [...wins].filter(([, count]) => count === most).map(([region]) => region);
  return {
    title: 'Чаще всего побеждали',
    value: `${joined(regions)} — ${plural(most, 'победа', 'победы', 'побед')}`,
    edition: null,
    how: 'По стране или региону победителя; при разделённом первом месте победа засчитана каждому.',
  };
}

function namesOf({ winners }: Outcome): string {
  return joined(winners.map(({ name }) => name));
}
