import { beforeAll, expect, test } from 'vitest';
import { rows } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';
import { addFestival } from './festival-texts.ts';

const site = await needSite();
beforeAll(() => addFestival(site));

interface Found {
  url: string;
  title: string;
}

/** Best first. */
async function find(q: string): Promise<Found[]> {
  const answer = await site.visitor('GET', `/api/search?q=${encodeURIComponent(q)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ results: Found[] }>().results;
}

/** News by slug, everything else by path. */
const nameOf = ({ url }: Found) => url.replace(/^\/news\//, '');

/** What has to be among the first three, and what may not be found, of each query. */
const TABLE = rows(`
  interview → победитель | интервью с победителем | тимур ганиев | ганиева | интервю
  winner → победители | победа | из казани
  guest → ёлочка | победителей прошлых лет | гости финала | елка
  final-rules → голосование | голосовать | голоса | как проголосовать | финале | голасование
  vote-closed → зрительское голосование | зрители | прямой эфир
  children-vote | cat → песня | песен
  music-video | cat → песни | песнями
  cat | music-video → пес | псы
  cat | costumes → кот
  tickets → фина\u0301л | фи\u00adнал | финал | билет | билеты | билетов | купить билеты | где купить билет на финал | продажа билетов | abyfk | ,bktns | билетты на финал
  host → финала | ведущий | ведущая финала | анна цой
  orchestra → финалисты | оркестр | оркестром
  semifinal → полуфинал | полуфиналы
  broadcast → трансляция | прямая трансляция | где смотреть | смотреть финал | трансляцыя
  jury → жюри | члены жюри | судьи | композитор | дирижер | дирижёр | певица | ;.hb | жрюи
  region → певец | певцы из сибири | сибирский участник
  /programme/duet-bereg → томск | томске | берег
  /programme/mira-sokolova → казань | Mirá | мира | миру соколову | соколовой | соклова
  rehearsal → репетиция | репетиции | репитиция
  stage → сцена
  cat → за сценой
  costumes → костюмированный | мастерская | костюм | платье
  applications → заявка | заявок | подать заявку | прием заявок
  children → дети | ребенок | детский хор
  children-vote → школьники
  volunteers → волонтер | волонтёры | добровольцы | волантеры
  accreditation → аккредитация | журналист | аккредетация
  /press → пресса | ghtccf
  weather → д\u006fждь | дождь | перенос концерта
  award → приз | приз зрительских симпатий | награждение | лауреат
  music-video → клип | видео
  /getting-here → парковка | парковки | как добраться | автобус
  parking → стоянка
  /regulations → положение | правила конкурса
  /festival-history → история
  /accessibility → инвалиды | коляска
  /privacy → персональные данные | cookie
  withdrawn → сняться с конкурса
  anniversary → десять лет | 2015 | 2015 год
  record → рекорд | юрия
  poster → афиша
  order → жеребьевка | порядок выступления
  charity → благотворительность
  translation → сурдоперевод | жестовый язык
  /programme/alyona-shvets → алена швец | Алёны | северный ветер
  /programme/yuliya-kim → юлия ким | юлией
  /programme/sergey-muzalyov → сергея | музалев | альбом | альбома | саксофон
`);

test.each(TABLE.flatMap(([names, queries]) => queries.split(' | ').map((q) => [q, ...names.split(' | ')])))(
  'a search for «%s» has %s among the first three',
  async (q = '', wanted, not) => {
    const found = (await find(q)).map(nameOf);
    expect(found.slice(0, 3)).toContain(wanted);
    if (not) expect(found).not.toContain(not);
  },
);

// Written from the texts alone, without a look at the search. Not to be changed to fit it. Contestants by name.
const BLIND = rows(`
  tickets → где купить билет | билты на финал | ,bktns
  winner → кто победил? | победительница
  guest | interview → победители прошлых лет
  Мира Соколова | winner → соколова мира | Саколова | Mira Sokolova
  Алёна Швец | order | children-vote → алена швец | idtw
  Алёна Швец | music-video | children-vote → северный ветр
  music-video → клип северный ветер
  broadcast → во сколько начнется трансляция | запись трансляции
  broadcast | record → трансялция
  final-rules → как проголосовать
  final-rules | vote-closed → голосавание
  vote-closed → итоги голосования
  jury → кто в жюри | жури | судьи конкурса | Арбенина Диана | мастранджелло | дирижер
  interview | winner → Ганиев
  interview → интервью победителя
  orchestra → ОРКЕСТР БАШМЕТА
  rehearsal → репетиция
  costumes → платье с бисером
  applications → до какого числа прием заявок
  region → участники из Сибири
  volunteers → стать волонтером | доброволец
  accreditation → акредитация
  /press → контакты пресс службы | телефон для журналиста
  host → кто ведущий финала | петр лидов
  дуэт «Берег» | award | order → дуэт берег
  дуэт «Берег» → песня две реки | братья Игнатовы
  award → зрительские симпатии
  guest → ансамбль елка
  withdrawn → группа компас
  Юлия Ким | withdrawn → ким юлия
  Сергей Музалёв → музалев
  cat → кот мурзик
  translation → язык жестов
  anniversary → сколько лет фестивалю
  /festival-history → история конкурса
  /getting-here | parking → gfhrjdrf
  /getting-here → автобус 17
  parking → бесплатные стоянки
  /accessibility → коляска
  /privacy → Cookies
  /regulations → фанограмма
  poster → феерверк
  semifinal → второй полуфинал
  order → жеребьевка
`).flatMap(([wanted, queries]) => queries.split(' | ').map((q) => ({ q, wanted: wanted.split(' | ') })));

test('of sixty queries that were written blind at least 57 have what is meant among the first three', async () => {
  const missed: string[] = [];
  for (const { q, wanted } of BLIND) {
    const first = (await find(q)).slice(0, 3).flatMap((each) => [nameOf(each), each.title.split(' — ')[0] ?? '']);
    if (!wanted.some((each) => first.includes(each))) missed.push(`${q} → ${wanted}: ${first}`);
  }
  expect(BLIND).toHaveLength(60);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(3);
});
