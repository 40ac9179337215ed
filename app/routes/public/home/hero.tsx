import { Arrow } from '../../../ui/arrow.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { Stage } from '../../../ui/stage.tsx';
import styles from './hero.module.css';

interface Props {
  title: string;
  text: string;
  link: string;
  date: string;
  /** Null when it could not be read. */
  isLive: boolean | null;
  isVotingOpen: boolean | null;
}

/** The first screen answers the questions of the night: is it live, when, where to vote. */
export function Hero({ title, text, link, date, isLive, isVotingOpen }: Props) {
  return (
    <section className={styles.hero}>
      <Stage />
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.intro}>
        <p>{text}</p>
        <PageLink to="/about" className={styles.about}>
          {link}
          <Arrow />
        </PageLink>
      </div>
      <ul className={styles.facts}>
        <Fact
          name="Прямой эфир"
          state={isLive === null ? null : isLive ? 'Идёт сейчас' : date || 'Скоро'}
          isOn={isLive === true}
          to="/watch"
          action="Смотреть"
        />
        <Fact
          name="Голосование"
          state={isVotingOpen === null ? null : isVotingOpen ? 'Открыто' : 'Пока закрыто'}
          isOn={isVotingOpen === true}
          to="/vote"
          action="Голосовать"
        />
      </ul>
    </section>
  );
}

interface FactProps {
  name: string;
  state: string | null;
  isOn: boolean;
  to: string;
  action: string;
}

function Fact({ name, state, isOn, to, action }: FactProps) {
  return (
    <li className={isOn ? `${styles.fact} ${styles.on}` : styles.fact}>
      <span className={styles.name}>{name}</span>
      {state && <span className={styles.state}>{state}</span>}
      <PageLink to={to} className={styles.action}>
        {action}
        <Arrow />
      </PageLink>
    </li>
  );
}
