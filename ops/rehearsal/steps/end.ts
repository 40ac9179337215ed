import { fact } from '../checks.ts';
import type { Step } from '../night.ts';

interface Cue {
  id: number;
  kind: string;
  is_undone: boolean;
}

/** What must hold of the night as a whole. */
export const account: Step = {
  id: 'account',
  title: 'Итог ночи',
  about:
    'Сверяется, что ничего из принятого не потеряно, ни одно состояние не пришло дважды или не по порядку, в журнале нет ошибок.',
  after: 1,
  async run({ desk, show, crowd, server }) {
    const cues = await desk.must<Cue[]>('GET', `/api/stage/cues?show=${show.id}`);
    const times = desk.presses.map(({ seq }) => cues.filter(({ id }) => id === seq).length);
    const wrong = times.filter((count) => count !== 1).length;
    const { repeated, disordered } = crowd.order;
    const [problem] = server.errors;
    return {
      checks: [
        fact('Принятые нажатия', wrong === 0, {
          expected: `${times.length}, каждое один раз`,
          measured: wrong === 0 ? `${times.length}, каждое один раз` : `потеряно или повторено ${wrong}`,
          advice: 'Проверьте диск: база подтвердила запись, которой нет. Наберите rampa doctor.',
        }),
        fact('Порядок у зрителей', repeated + disordered === 0, {
          expected: 'без повторов и перестановок',
          measured: `повторов ${repeated}, перестановок ${disordered}`,
          advice: 'Сообщите разработчикам: страница не должна видеть одно состояние дважды.',
        }),
        fact('Журнал сервера', problem === undefined, {
          expected: 'без ошибок',
          measured: problem === undefined ? 'без ошибок' : `ошибок ${server.errors.length}, первая: ${problem}`,
          advice: 'Строка журнала называет причину.',
        }),
      ],
    };
  },
};
