import { typedStart } from '../../../command.ts';
import type { DoctorContext } from '../examine.ts';
import { type Finding, finding } from '../finding.ts';
import type { Running } from '../running.ts';
import { numberText } from '../wording.ts';

const CROWDED = 0.9;

export async function visitorFindings({ running }: DoctorContext): Promise<Finding[]> {
  return running ? [eventsFinding(running)] : [];
}

/** Attention from 90 % of the maximum number of clients. */
export function eventsFinding({
  eventClients,
  eventRoom,
  eventsRefused,
}: Pick<Running, 'eventClients' | 'eventRoom' | 'eventsRefused'>): Finding {
  const line = finding('events', 'Открытые страницы');
  const refused = eventsRefused === 0 ? '' : ` Отказано с запуска: ${numberText(eventsRefused)}.`;
  const text = `Страниц, которые следят за обновлениями: ${numberText(eventClients)}; места хватит на ${numberText(eventRoom)}.${refused}`;
  return eventClients >= eventRoom * CROWDED
    ? line.attention(
        text,
        'Кому места не хватит, те сами спрашивают об изменениях раз в 30 секунд. Несколько серверов с PostgreSQL примут больше.',
      )
    : line.good(text);
}

export function serverFinding(address: string, isAlive: boolean, running: Running | undefined): Finding {
  const line = finding('server', 'Сервер');
  if (!isAlive)
    return line.bad(
      `Не отвечает на ${address}.`,
      `Если он остановлен, запустите его: ${typedStart()}. Если работает, задайте этой команде те же HOST и PORT, что и ему.`,
    );
  return running
    ? line.good(`Отвечает на ${address}.`)
    : line.attention(
        `Отвечает на ${address}, но не говорит, как он: части строк здесь нет.`,
        'Задайте серверу и этой команде один и тот же METRICS_TOKEN или откройте «Проверку сайта» в панели.',
      );
}
