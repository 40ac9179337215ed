import { Arrow } from '../../../ui/arrow.tsx';
import { Microphone } from '../../../ui/brand/microphone.tsx';
import { Stage } from '../../../ui/brand/stage.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { useSite } from '../../../ui/site.ts';
import { Facts, type FactsProps } from './facts.tsx';
import styles from './hero.module.css';

interface Props {
  /** What it is and where; may be empty. */
  line: string;
  title: string;
  text: string;
  link: string;
  facts: FactsProps;
}

export function Hero({ line, title, text, link, facts }: Props) {
  const hasProgramme = useSite()?.hasProgramme;
  return (
    <section className={styles.hero}>
      <div className={styles.scene}>
        <Stage />
        <div className={styles.words}>
          {line.trim() && <p className={styles.line}>{line}</p>}
          <h1 className={styles.title}>{title}</h1>
          <div className={styles.microphone} aria-hidden="true">
            <Microphone />
          </div>
        </div>
        <Facts {...facts} />
      </div>
      <div className={styles.intro}>
        <p>{text}</p>
        <div className={styles.links}>
          {hasProgramme && (
            <PageLink to="/programme">
              Программа
              <Arrow />
            </PageLink>
          )}
          <PageLink to="/about">
            {link}
            <Arrow />
          </PageLink>
        </div>
      </div>
    </section>
  );
}
