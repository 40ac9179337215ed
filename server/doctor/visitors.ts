import type { Patient } from './examine.ts';
import { about, type Line } from './line.ts';
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
  const text = `За обновлениями следят ${numberText(eventClients)}, места хватит на ${numberText(eventRoom)}.${refused}`;
  return eventClients >= eventRoom * CROWDED
    ? line.attention(
        text,
        'Кому места не хватит, те сами спрашивают об изменениях раз в 30 секунд. Несколько серверов с PostgreSQL примут больше.',
      )
    : line.good(text);
}

/** Whether a server runs beside the command that looks. */
export function serverLine(address: string, isRunning: boolean): Line {
  const line = about('server', 'Сервер');
  return isRunning
    ? line.good(`Отвечает на ${address}.`)
    : line.bad(
        `Не отвечает на ${address}.`,
        'Если он остановлен, запустите его: npm start. Если работает, задайте этой команде те же HOST, PORT и METRICS_TOKEN, что и ему.',
      );
}
