import { countText } from '../../doctor/wording.ts';
import { fact, heardBy } from '../checks.ts';
import { type Check, minutes, type Night, type Step, sleepUntil } from '../night.ts';
import type { Press } from '../operator.ts';
import type { Crowd } from '../viewers/crowd.ts';
import type { Told } from '../viewers/viewer.ts';

interface Stage {
  seq: number;
}

const PERFORMANCES = 5;
const BETWEEN = 2; // minutes of the night

/** Presses of «на сцене»; each waits until all viewers got the one before. */
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
    const count = night.crowd.viewers.length;
    const told = rounds.flatMap((round) => round.told.map((each) => ({ ...each, at: each.at - round.press.at })));
    const { checks, heard } = heardBy(told, count * rounds.length, 0);
    return { heard, checks: [...checks, notEarly(night.crowd, rounds), inTime(night.crowd, rounds)] };
  },
};

export interface Round {
  press: Press;
  told: Told[];
}

/** Presses, and waits until all viewers got the event. */
export async function pressOnce(
  night: Night,
  cue: { show_id: number; kind: string; contestant_id?: number },
): Promise<Round> {
  const hearing = night.crowd.listen('stage');
  const press = await night.desk.press(cue, night.patience);
  return { press, told: await hearing.first<Stage>(({ seq }) => seq >= press.seq, night.patience) };
}

/** Checks that no viewer sees a press before its moment plus the viewer's latency. */
export function notEarly(crowd: Crowd, rounds: Round[]): Check {
  const early = verdictsOf(crowd, rounds).filter((verdict) => verdict === 'early').length;
  return fact('Раньше своей секунды', early === 0, {
    expected: '0 страниц',
    measured: countText(early, 'страница', 'страницы', 'страниц'),
    advice: 'Момент нажатия в состоянии раньше самого нажатия: проверьте часы машины (timedatectl).',
  });
}

/** Checks that every viewer got the event by then. */
function inTime(crowd: Crowd, rounds: Round[]): Check {
  const late = verdictsOf(crowd, rounds).filter((verdict) => verdict === 'late').length;
  const texts = {
    expected: 'все',
    measured: late === 0 ? 'все' : `опоздали ${late}`,
    advice: 'Сервер не успевает разослать нажатие за две секунды: дайте ему больше ядер.',
  };
  return { ...fact('К своей секунде знали', late === 0, texts), isTime: true };
}

function verdictsOf({ ownSeconds }: Crowd, rounds: Round[]) {
  return rounds.flatMap(({ press, told }) =>
    told.map(({ viewer, at }) => ownSeconds.judge(viewer, { seq: press.seq, pressed: press.at, heard: at })),
  );
}
