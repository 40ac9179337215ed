import { PageLink } from '../../../ui/page-link.tsx';
import { Stage } from '../../../ui/stage.tsx';
import { Ways } from '../../../ui/ways.tsx';
import styles from './waiting.module.css';

/** The stream is off: when to come back, and what to do until then. */
export function Waiting({ title, text }: { title: string; text: string }) {
  return (
    <section className={styles.waiting}>
      <Stage />
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      <Ways>
        <PageLink to="/news">Читать новости</PageLink>
        <PageLink to="/vote">Голосовать</PageLink>
      </Ways>
    </section>
  );
}
