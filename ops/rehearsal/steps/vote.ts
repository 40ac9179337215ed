import { setTimeout as sleep } from 'node:timers/promises';
import { countText } from '../../doctor/report.ts';
import { deliveryOf, fact, minutes, type Night, type Step, sleepUntil } from '../night.ts';

interface Vote {
  vote_state: string;
  voting_url: string;
}

/** Nobody is sent there: the pages are only read. */
const VOTE_AT = 'https://vote.example.org/rehearsal';
const ANNOUNCED = 2; // Of the clock: the opening is announced so long before, in minutes of the night
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
        fact('Адрес не узнали раньше', leaks.length === 0, {
          expected: '0 зрителей',
          measured: countText(leaks.length, 'зритель', 'зрителя', 'зрителей'),
          advice: 'Не публикуйте адрес голосования до начала и сообщите разработчикам: так быть не должно.',
        }),
        fact('Кнопка есть у всех', without === 0, {
          expected: `на ${pages.length} страницах`,
          measured: without === 0 ? `на ${pages.length}` : `нет на ${without}`,
          advice: 'Откройте «Голосовать» сами; если кнопки нет, проверьте раздел «Голосование» панели.',
        }),
      ],
    };
  },
};

/** Each viewer votes at the opening plus its latency. */
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
    const gone = fact('Адреса на странице нет', text !== '' && !text.includes(VOTE_AT), {
      expected: 'нет',
      measured: text.includes(VOTE_AT) ? 'есть' : 'нет',
      advice: 'Страница отдана из кэша, который не сбросился. Сообщите разработчикам.',
    });
    return { checks: [...checks, gone], latencies };
  },
};
