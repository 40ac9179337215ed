import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseIn } from '../../../db/open.ts';
import { plural } from '../../../model/text/plural.ts';
import { numberText } from '../../doctor/report.ts';
import {
  type Check,
  deliveryInRounds,
  deliveryOf,
  inWords,
  minutes,
  type Night,
  type Step,
  sleepUntil,
  toCheck,
} from '../night.ts';
import type { Press } from '../operator.ts';
import type { ReceivedEvent, Viewers } from '../viewers.ts';

interface Stage {
  seq: number;
}

const PERFORMANCES = 5;
const BETWEEN = 2; // minutes of the night

/** Presses of «на сцене»; each waits until all viewers got the previous one. */
export const onStage: Step = {
  id: 'on-stage',
  title: 'На сцене',
  about: `Пять участников выходят один за другим: оператор нажимает «На сцене», открытые страницы меняют имя и песню.`,
  after: 1,
  async run(night) {
    const rounds = [];
    for (const contestant_id of night.show.order.slice(0, PERFORMANCES)) {
      const begun = Date.now();
      rounds.push(await pressOnce(night, { show_id: night.show.id, kind: 'performance', contestant_id }));
      await sleepUntil(begun + minutes(night, BETWEEN));
    }
    const { checks, latencies } = deliveryInRounds(rounds, night.crowd.viewers.length);
    return { latencies, checks: [...checks, notEarly(night.crowd, rounds), inTime(night.crowd, rounds)] };
  },
};

interface Round {
  press: Press;
  received: ReceivedEvent[];
}

/** Longer than the server waits for the lock, so that the desk must retry. Minutes of the night, and ms. */
const STALLED = 2;
const LEAST_STALL = 1500;
const RESTART_DELAY = 500; // ms until a supervisor restarts the server: RestartSec in deploy/systemd
const READY_TIMEOUT = 10_000; // ms

export const databaseStalls: Step = {
  id: 'database-stalls',
  title: 'База замирает',
  about: 'Запись в базу надолго занята. Страницы открываются по-прежнему, нажатие «На сцене» ждёт и не теряется.',
  after: 1,
  async run(night) {
    using lock = new DatabaseSync(databaseIn(night.folder), { timeout: 5000 });
    lock.exec('begin immediate');
    const from = Date.now();
    const pressing = pressOnce(night, nextCue(night));
    // Awaited after the lock is released; a rejection until then must not be unhandled.
    pressing.catch(() => {});
    const loading = Promise.all(night.pages.map((page) => night.loads.load(page, '10.255.0.6')));
    await sleep(Math.max(LEAST_STALL, minutes(night, STALLED)));
    const isHeld = lock.isTransaction;
    lock.exec('rollback');
    const stalled = Date.now() - from;
    const pages = await loading;
    const round = await pressing;
    const answered = round.press.at + round.press.took;
    const { checks, latencies } = deliveryOf(round.received, night.crowd.viewers.length, answered);
    const bad = pages.filter(({ status }) => status !== 200).length;
    return {
      latencies,
      checks: [
        toCheck('База стояла', isHeld, { expected: 'да', measured: inWords(stalled) }),
        toCheck('Страницы открывались', bad === 0, {
          expected: 'все',
          measured: bad === 0 ? 'все' : `не открылись ${bad} из ${pages.length}`,
          advice: 'Посмотрите журнал сервера за это время.',
        }),
        checkMoment(round.press),
        ...checks,
        notEarly(night.crowd, [round]),
      ],
    };
  },
};

export const serverDies: Step = {
  id: 'server-dies',
  title: 'Сервер погибает',
  about:
    'Процесс сервера убит без предупреждения и запущен снова. Зрители возвращаются сами, нажатие, сделанное без сервера, доходит потом.',
  after: 2,
  isOutage: true,
  async run(night) {
    const { server, crowd, timeout } = night;
    await server.kill();
    const from = Date.now();
    const pressing = pressOnce(night, nextCue(night));
    pressing.catch(() => {});
    await sleep(RESTART_DELAY);
    await server.start(timeout);
    const ready = Date.now() - from;
    const areBack = await crowd.allConnected(timeout);
    const back = Date.now() - from;
    const round = await pressing;
    return {
      latencies: round.received.map(({ at }) => at - from),
      checks: [
        toCheck('Сервер снова отвечает', ready <= READY_TIMEOUT, {
          expected: `за ${inWords(READY_TIMEOUT)}`,
          measured: `за ${inWords(ready)}`,
          advice: 'Посмотрите, как долго запускается сервер (journalctl -u rampa) и не проверяет ли он большую базу.',
        }),
        toCheck('Все вернулись', areBack, {
          expected: numberText(crowd.viewers.length),
          measured: `${numberText(crowd.connected)} за ${inWords(back)}`,
          advice: 'Проверьте число разрешённых открытых файлов (ulimit -n): после сбоя все приходят сразу.',
        }),
        toCheck('Вернувшиеся знают, кто на сцене', round.received.length === crowd.viewers.length, {
          expected: numberText(crowd.viewers.length),
          measured: numberText(round.received.length),
        }),
        checkMoment(round.press),
        notEarly(night.crowd, [round]),
      ],
    };
  },
};

async function pressOnce(night: Night, cue: { show_id: number; kind: string; contestant_id?: number }): Promise<Round> {
  const subscription = night.crowd.listen('stage');
  const press = await night.desk.press(cue, night.timeout);
  return { press, received: await subscription.first<Stage>(({ seq }) => seq >= press.seq, night.timeout) };
}

function notEarly(crowd: Viewers, rounds: Round[]): Check {
  const early = verdictsOf(crowd, rounds).filter((verdict) => verdict === 'early').length;
  return toCheck('Раньше своей секунды', early === 0, {
    expected: '0 страниц',
    measured: plural(early, 'страница', 'страницы', 'страниц'),
    advice: 'Момент нажатия в состоянии раньше самого нажатия: проверьте часы машины (timedatectl).',
  });
}

function inTime(crowd: Viewers, rounds: Round[]): Check {
  const late = verdictsOf(crowd, rounds).filter((verdict) => verdict === 'late').length;
  return toCheck('К своей секунде знали', late === 0, {
    expected: 'все',
    measured: late === 0 ? 'все' : `опоздали ${late}`,
    advice: 'Сервер не успевает разослать нажатие за две секунды: дайте ему больше ядер.',
  });
}

function verdictsOf({ spoilers }: Viewers, rounds: Round[]) {
  return rounds.flatMap(({ press, received }) =>
    received.map(({ viewer, at }) => spoilers.judge(viewer, { seq: press.seq, pressed: press.at, receivedAt: at })),
  );
}

/** Alternates between break and next performance: each press changes the state. */
function nextCue({ show, desk }: Night) {
  const contestant_id = show.order[desk.presses.length % show.order.length] ?? 0;
  return desk.presses.length % 2 === 0
    ? { show_id: show.id, kind: 'performance', contestant_id }
    : { show_id: show.id, kind: 'break' };
}

/** Only a retried press carries its own time; otherwise the server sets it. */
function checkMoment({ at, since, took, sent }: Press) {
  const shift = since === null ? Number.NaN : Math.abs(Date.parse(since) - at);
  return toCheck('Нажатие не пропало', sent > 1 ? shift === 0 : shift <= took, {
    expected: 'принято со своим моментом',
    measured: `принято через ${inWords(took)}, отправлено раз: ${sent}`,
    advice: 'Момент нажатия изменился: главы записи будут не на месте. Сообщите разработчикам.',
  });
}
