import type { ReactNode } from 'react';
import type { Start } from '../../../broadcast-start.ts';
import type { VotePhase } from '../../../phases.ts';
import { Arrow } from '../../../ui/arrow.tsx';
import { CountDown, StartZone } from '../../../ui/time/time.tsx';
import styles from './lamp.module.css';

interface Props {
  /** `opening`: voting is open, but not yet at this page's random moment. */
  phase: VotePhase | 'opening';
  /** Already known while a spread opening is running. */
  address: string;
  opening: Start | null;
  closed: { title: string; text: string };
  over: { title: string; text: string };
}

export function Waiting({ phase, address, opening, closed, over }: Props) {
  if (phase === 'upcoming' && opening) return <Announced opening={opening} />;
  if (phase === 'opening') {
    return (
      <DarkLamp title="Голосование открывается">
        <p>Открываем постепенно, чтобы страница голосования не зависла. Кнопка скоро появится.</p>
        <noscript>
          <a href={address} target="_blank" rel="noopener">
            Перейти к голосованию
          </a>
        </noscript>
      </DarkLamp>
    );
  }
  if (phase === 'not_held')
    return (
      <DarkLamp title="Голосование не проводится">
        <p>Победителя определяет жюри.</p>
      </DarkLamp>
    );
  const { title, text } = phase === 'over' ? over : closed;
  return (
    <DarkLamp title={title}>
      <p>{text}</p>
    </DarkLamp>
  );
}

function Announced({ opening }: { opening: Start }) {
  return (
    <DarkLamp title="Голосование откроется">
      <p>
        <b>
          <time dateTime={opening.at}>
            {opening.day} в&nbsp;{opening.time}
          </time>
        </b>{' '}
        <StartZone start={opening} />
      </p>
      <p>
        <CountDown until={opening.at}>Кнопка появится в&nbsp;это время.</CountDown>
      </p>
      <p className={styles.itself}>Страницу обновлять не&nbsp;нужно: кнопка появится сама.</p>
      <a href="/vote.ics" download>
        В календарь
      </a>
    </DarkLamp>
  );
}

export function LitLamp({ text, address }: { text: string; address: string }) {
  return (
    <a className={styles.lit} href={address} target="_blank" rel="noopener">
      <span>{text}</span>
      <Arrow />
      <span className="hidden">(откроется в новой вкладке)</span>
    </a>
  );
}

function DarkLamp({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.dark}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
