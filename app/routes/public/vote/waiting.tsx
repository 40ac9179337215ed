import type { Start } from '../../../broadcast-start.ts';
import { CountDown, StartTime, StartZone } from '../../../ui/time/start-time.tsx';
import { DarkLamp } from './lamp.tsx';
import type { Gate } from './use-gate.ts';

interface Props {
  gate: Gate;
  /** Already known while a spread opening is running. */
  address: string;
  opening: Start | null;
  closed: { title: string; text: string };
}

export function Waiting({ gate, address, opening, closed }: Props) {
  if (gate === 'upcoming' && opening) {
    return (
      <DarkLamp title="Голосование скоро откроется">
        <StartTime start={opening} /> <StartZone start={opening} />
        <br />
        <CountDown until={opening.at}>Кнопка появится здесь сама.</CountDown>
      </DarkLamp>
    );
  }
  if (gate === 'opening') {
    return (
      <DarkLamp title="Голосование открывается">
        Кнопка сейчас появится: мы показываем её не всем в одну секунду, чтобы страница голосования выдержала.
        <noscript>
          <a href={address} target="_blank" rel="noopener">
            Перейти к голосованию
          </a>
        </noscript>
      </DarkLamp>
    );
  }
  if (gate === 'not_held') return <DarkLamp title="Голосование не проводится">Победителя определит жюри.</DarkLamp>;
  return <DarkLamp title={closed.title}>{closed.text}</DarkLamp>;
}
