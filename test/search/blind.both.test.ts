import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';
import { addFestival } from './festival-texts.ts';

// Written from the texts alone, without a look at the search. Not to be changed to fit it.
const QUERIES: readonly [q: string, wanted: string[]][] = [
  ['где купить билет', ['tickets']],
  ['билты на финал', ['tickets']],
  [',bktns', ['tickets']],
  ['кто победил?', ['winner']],
  ['победительница', ['winner']],
  ['победители прошлых лет', ['guest', 'interview']],
  ['соколова мира', ['Мира Соколова', 'winner']],
  ['Саколова', ['Мира Соколова', 'winner']],
  ['Mira Sokolova', ['Мира Соколова', 'winner']],
  ['алена швец', ['Алёна Швец', 'order', 'children-vote']],
  ['idtw', ['Алёна Швец', 'order', 'children-vote']],
  ['северный ветр', ['Алёна Швец', 'music-video', 'children-vote']],
  ['клип северный ветер', ['music-video']],
  ['во сколько начнется трансляция', ['broadcast']],
  ['трансялция', ['broadcast', 'record']],
  ['запись трансляции', ['broadcast']],
  ['как проголосовать', ['final-rules']],
  ['голосавание', ['final-rules', 'vote-closed']],
  ['итоги голосования', ['vote-closed']],
  ['кто в жюри', ['jury']],
  ['жури', ['jury']],
  ['судьи конкурса', ['jury']],
  ['Арбенина Диана', ['jury']],
  ['мастранджелло', ['jury']],
  ['дирижер', ['jury']],
  ['Ганиев', ['interview', 'winner']],
  ['интервью победителя', ['interview']],
  ['ОРКЕСТР БАШМЕТА', ['orchestra']],
  ['репетиция', ['rehearsal']],
  ['платье с бисером', ['costumes']],
  ['до какого числа прием заявок', ['applications']],
  ['участники из Сибири', ['region']],
  ['стать волонтером', ['volunteers']],
  ['доброволец', ['volunteers']],
  ['акредитация', ['accreditation']],
  ['контакты пресс службы', ['/press']],
  ['телефон для журналиста', ['/press']],
  ['кто ведущий финала', ['host']],
  ['петр лидов', ['host']],
  ['дуэт берег', ['дуэт «Берег»', 'award', 'order']],
  ['песня две реки', ['дуэт «Берег»']],
  ['братья Игнатовы', ['дуэт «Берег»']],
  ['зрительские симпатии', ['award']],
  ['ансамбль елка', ['guest']],
  ['группа компас', ['withdrawn']],
  ['ким юлия', ['Юлия Ким', 'withdrawn']],
  ['музалев', ['Сергей Музалёв']],
  ['кот мурзик', ['cat']],
  ['язык жестов', ['translation']],
  ['сколько лет фестивалю', ['anniversary']],
  ['история конкурса', ['/festival-history']],
  ['gfhrjdrf', ['/getting-here', 'parking']],
  ['автобус 17', ['/getting-here']],
  ['бесплатные стоянки', ['parking']],
  ['коляска', ['/accessibility']],
  ['Cookies', ['/privacy']],
  ['фанограмма', ['/regulations']],
  ['феерверк', ['poster']],
  ['второй полуфинал', ['semifinal']],
  ['жеребьевка', ['order']],
];

test('of sixty queries that were written blind at least 57 have what is meant among the first three', async () => {
  const site = await needSite();
  await addFestival(site);
  const missed: string[] = [];
  for (const [q, wanted] of QUERIES) {
    const { results } = (await site.visitor('GET', `/api/search?q=${encodeURIComponent(q)}`)).json<{
      results: { url: string; title: string }[];
    }>();
    // News by slug, pages by path, contestants by name.
    const first = results
      .slice(0, 3)
      .flatMap(({ url, title }) => [url, url.replace(/^\/news\//, ''), title.split(' — ')[0]]);
    if (!wanted.some((each) => first.includes(each))) missed.push(`${q} → ${wanted}: ${first}`);
  }
  expect(QUERIES).toHaveLength(60);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(3);
});
