import { type StartPhase, startPhase } from '../model/settings/watch/phase.ts';
import { formatDate, todayIn } from '../model/text/date.ts';

export interface Start {
  at: string; // ISO 8601, UTC
  phase: StartPhase;
  wall: string; // site time zone: `2025-07-20T20:00`
  day: string; // `20 июля 2025`
  time: string; // `20:00`
  text: string; // `20 июля 2025, 20:00`
  zone: string; // `по Москве`
}

export function toStart(at: string | null, timeZone: string): Start | null {
  if (at === null) return null;
  const moment = new Date(at);
  const date = todayIn(timeZone, moment);
  const day = formatDate(date).replace(/ (?=[а-я])/g, '\u00a0');
  const time = new Intl.DateTimeFormat('ru', { timeZone, hour: '2-digit', minute: '2-digit' }).format(moment);
  return {
    at,
    phase: startPhase(at),
    wall: `${date}T${time}`,
    day,
    time,
    text: `${day}, ${time}`,
    zone: zoneWords(timeZone, moment),
  };
}

/** Zones named by city; all others by their offset from UTC. */
const CITIES: Record<string, string> = {
  'Europe/Kaliningrad': 'Калининграду',
  'Europe/Moscow': 'Москве',
  'Europe/Minsk': 'Минску',
  'Europe/Samara': 'Самаре',
  'Asia/Yekaterinburg': 'Екатеринбургу',
  'Asia/Omsk': 'Омску',
  'Asia/Novosibirsk': 'Новосибирску',
  'Asia/Krasnoyarsk': 'Красноярску',
  'Asia/Irkutsk': 'Иркутску',
  'Asia/Yakutsk': 'Якутску',
  'Asia/Vladivostok': 'Владивостоку',
  'Asia/Magadan': 'Магадану',
  'Asia/Kamchatka': 'Камчатке',
};

function zoneWords(timeZone: string, moment: Date): string {
  const city = CITIES[timeZone];
  if (city) return `по ${city}`.replace(' ', '\u00a0');
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(moment);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? timeZone;
  return `по времени ${offset}`;
}
