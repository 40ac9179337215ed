import { setTimeout as sleep } from 'node:timers/promises';
import { boardOf, pointsText, stepsUntil } from '../../../model/results/board.ts';
import type { Results, ResultsDocument } from '../../../model/results/schema.ts';
import { SCALE, type Scores, totalOf } from '../../../model/results/scores.ts';
import { plural } from '../../../model/text/plural.ts';
import { deliveryInRounds, deliveryOf, minutes, type Night, type Step, sleepUntil, toCheck } from '../night.ts';
import type { Press } from '../operator.ts';
import type { ReceivedEvent } from '../viewers.ts';

interface Vote {
  vote_state: string;
  voting_url: string;
}

const VOTE_AT = 'https://vote.example.org/rehearsal';
const ANNOUNCED = 2; // Minutes of the night between the announcement and the opening
const LEAST_NOTICE = 500; // ms

export const voteOpens: Step = {
  id: 'vote-opens',
  title: 'Голосование открывается',
  about:
    'В назначенную секунду голосование открывается само; зрители идут голосовать, каждый со своим опозданием картинки.',
  after: 1,
  async run(night) {
    const opensAt = Date.now() + Math.max(LEAST_NOTICE, minutes(night, ANNOUNCED));
    const subscription = night.crowd.listen('vote-settings');
    await night.desk.change('/api/vote-settings', {
      is_voting_enabled: true,
      voting_url: VOTE_AT,
      opens_at: new Date(opensAt).toISOString(),
      closes_at: null,
      spread_seconds: 0,
      vote_state: 'open',
    });
    await sleepUntil(opensAt);
    const received = await subscription.first<Vote>(({ vote_state }) => vote_state === 'open', night.timeout);
    const leaks = subscription.received.filter(({ at, data }) => at < opensAt && (data as Vote).voting_url !== '');
    const { checks, latencies } = deliveryOf(received, night.crowd.viewers.length, opensAt);
    const pages = await vote(night);
    const without = pages.filter(({ text }) => !text.includes(VOTE_AT)).length;
    return {
      latencies,
      checks: [
        ...checks,
        toCheck('Адрес не узнали раньше', leaks.length === 0, {
          expected: '0 зрителей',
          measured: plural(leaks.length, 'зритель', 'зрителя', 'зрителей'),
          advice: 'Не публикуйте адрес голосования до начала и сообщите разработчикам: так быть не должно.',
        }),
        toCheck('Кнопка есть у всех', without === 0, {
          expected: `на ${pages.length} страницах`,
          measured: without === 0 ? `на ${pages.length}` : `нет на ${without}`,
          advice: 'Откройте «Голосовать» сами; если кнопки нет, проверьте раздел «Голосование» панели.',
        }),
      ],
    };
  },
};

function vote(night: Night): Promise<{ text: string }[]> {
  const going = night.crowd.viewers.map(async ({ address, lag }) => {
    await sleep(lag / night.speed);
    return night.loads.load('/vote', address);
  });
  return Promise.all(going);
}

export const voteCloses: Step = {
  id: 'vote-closes',
  title: 'Голосование закрывается',
  about: 'В назначенную секунду голосование закрывается само, адрес исчезает со страниц.',
  after: 2,
  async run(night) {
    const closesAt = Date.now() + Math.max(LEAST_NOTICE, minutes(night, ANNOUNCED));
    const subscription = night.crowd.listen('vote-settings');
    await night.desk.change('/api/vote-settings', { closes_at: new Date(closesAt).toISOString() });
    await sleepUntil(closesAt);
    const received = await subscription.first<Vote>(({ vote_state }) => vote_state === 'closed', night.timeout);
    const { text } = await night.loads.load('/vote', '10.255.0.3');
    const { checks, latencies } = deliveryOf(received, night.crowd.viewers.length, closesAt);
    const gone = toCheck('Адреса на странице нет', text !== '' && !text.includes(VOTE_AT), {
      expected: 'нет',
      measured: text.includes(VOTE_AT) ? 'есть' : 'нет',
      advice: 'Страница отдана из кэша, который не сбросился. Сообщите разработчикам.',
    });
    return { checks: [...checks, gone], latencies };
  },
};

const LASTS = 4; // minutes of the night, over all steps
const JURIES = ['Томск', 'Псков', 'Омск', 'Тула', 'Казань'];
const READERS = 20; // Viewers who read the board after each step, a different group each time

interface Round {
  press: Press;
  received: ReceivedEvent[];
  boards: Results[]; // Boards that viewers read after the press
}

/** Reveals points step by step: the site's if they are complete, otherwise invented ones. */
export const results: Step = {
  id: 'results',
  title: 'Итоги по шагам',
  about: 'Баллы жюри и зрителей открываются по одному шагу, первый отменяют и открывают снова; табло растёт у всех.',
  after: 1,
  async run(night) {
    const { desk, show, crowd, timeout } = night;
    const scores = await prepare(night);
    const undone = await desk.reveal(show.id, scores.seq, timeout);
    const { seq } = await desk.must<Results>('DELETE', `/api/results/reveals/${undone.seq}`);
    const rounds: Round[] = [];
    for (let n = 0; n < scores.steps.length; n += 1) {
      const begun = Date.now();
      rounds.push(await revealOnce(night, rounds.at(-1)?.press.seq ?? seq));
      await sleepUntil(begun + minutes(night, LASTS) / scores.steps.length);
    }
    const last = await desk.must<Results>('GET', `/api/results/${show.id}`);
    const { checks, latencies } = deliveryInRounds(rounds, crowd.viewers.length);
    return { latencies, checks: [...checks, onlyOpened(rounds), notEarly(rounds), complete(last, scores)] };
  },
};

async function prepare({ desk, show }: Night): Promise<ResultsDocument> {
  const address = `/api/admin/results/${show.id}`;
  const known = await desk.must<ResultsDocument>('GET', address);
  if (known.revealed > 0) await desk.must('DELETE', `/api/results/${show.id}/reveal`);
  if (!known.armed_at) {
    await desk.must('PUT', address, scoresOf(show.order));
    await desk.must('POST', `/api/results/${show.id}/arm`);
  }
  return desk.must('GET', address);
}

function scoresOf(order: number[]): Scores {
  const givers = JURIES.map((name, at) => ({
    name,
    points: SCALE.flatMap((points, place): [number, number][] => {
      const contestant = order[(at + place) % order.length];
      return place < order.length && contestant !== undefined ? [[contestant, points]] : [];
    }),
  }));
  const places = order.map((contestant, at) => ({ contestant, place: at + 1, points: (order.length - at) * 10 }));
  const sections: Scores['sections'] = [
    { kind: 'jury', title: 'Жюри', mode: 'givers', givers },
    { kind: 'audience', title: 'Зрители', mode: 'places', places },
  ];
  return { sections, control_total: totalOf(sections) };
}

async function revealOnce(night: Night, seen: number): Promise<Round> {
  const { crowd, desk, loads, show, timeout } = night;
  const subscription = crowd.listen('results');
  const press = await desk.reveal(show.id, seen, timeout);
  const received = await subscription.first<{ seq: number }>(({ seq }) => seq >= press.seq, timeout);
  const reading = crowd.viewers
    .filter((_, at) => (at + press.seq) % Math.ceil(crowd.viewers.length / READERS) === 0)
    .map(({ address }) => loads.load(`/api/results/${show.id}`, address));
  const boards = (await Promise.all(reading)).flatMap(({ status, text }) =>
    status === 200 ? [JSON.parse(text) as Results] : [],
  );
  return { press, received, boards };
}

function onlyOpened(rounds: Round[]) {
  const wrong = rounds.filter(({ boards }, at) => boards.some(({ steps }) => steps.length !== at + 1)).length;
  return toCheck('На табло только открытое', wrong === 0, {
    expected: `после каждого из ${rounds.length} шагов`,
    measured: wrong === 0 ? `после каждого из ${rounds.length}` : `не сошлось после ${wrong}`,
    advice: 'Не открывайте итоги с этого сервера и сообщите разработчикам: табло отдано из кэша или забегает вперёд.',
  });
}

/** Uses the pages' own function that hides what a viewer has not seen yet. */
function notEarly(rounds: Round[]) {
  const early = rounds.flatMap(({ press, boards }, at) =>
    boards.filter(({ steps }) => stepsUntil(steps, press.at - 1).length > at),
  );
  return toCheck('Раньше своей секунды', early.length === 0, {
    expected: '0 страниц',
    measured: plural(early.length, 'страница', 'страницы', 'страниц'),
    advice: 'Момент шага раньше самого нажатия: проверьте часы машины (timedatectl).',
  });
}

function complete(last: Results, { sections }: ResultsDocument) {
  const total = totalOf(sections);
  const sum = boardOf(last).reduce((all, row) => all + row.total, 0);
  return toCheck('Итог', last.state === 'final' && sum === total, {
    expected: `открыт весь, ${pointsText(total)}`,
    measured: `${last.state === 'final' ? 'открыт весь' : `открыто ${last.steps.length} из ${last.of}`}, ${pointsText(sum)}`,
    advice: 'Сравните сумму в разделе «Итоги» панели с табло; снятый после подготовки участник теряет баллы.',
  });
}
