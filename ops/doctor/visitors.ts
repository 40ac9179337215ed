import type { Patient } from './examine.ts';
import { about, type Line } from './finding.ts';
import type { Running } from './running.ts';
import { numberText } from './wording.ts';

/** From this share of the room on there may soon be none left. */
const CROWDED = 0.9;

export async function visitorLines({ running }: Patient): Promise<Line[]> {
  return running ? [eventsLine(running)] : [];
}

export function eventsLine({
  eventClients,
  eventRoom,
  eventsRefused,
}: Pick<Running, 'eventClients' | 'eventRoom' | 'eventsRefused'>): Line {
  const line = about('events', 'Открытые страницы');
  const refused = eventsRefused === 0 ? '' : ` Отказано с запуска: ${numberText(eventsRefused)}.`;
  const text = `Страниц, которые следят за обновлениями: ${numberText(eventClients)}; места хватит на ${numberText(eventRoom)}.${refused}`;
  return eventClients >= eventRoom * CROWDED
    ? line.attention(
        text,
        'Кому места не хватит, те сами спрашивают об изменениях раз в 30 секунд. Несколько серверов с PostgreSQL примут больше.',
      )
    : line.good(text);
}

/** Whether a server runs beside the command that looks. */
export function serverLine(address: string, isAlive: boolean, running: Running | undefined): Line {
  const line = about('server', 'Сервер');
  if (!isAlive)
    return line.bad(
      `Не отвечает на ${address}.`,
      'Если он остановлен, запустите его: npm start. Если работает, задайте этой команде те же HOST и PORT, что и ему.',
    );
  return running
    ? line.good(`Отвечает на ${address}.`)
    : line.attention(
        `Отвечает на ${address}, но не говорит, как он: части строк здесь нет.`,
        'Задайте серверу и этой команде один и тот же METRICS_TOKEN или откройте «Состояние» в панели.',
      );
}
