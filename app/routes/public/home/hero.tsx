import { Arrow } from '../../../ui/arrow.tsx';
import { Stage } from '../../../ui/brand/stage.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { Facts, type Tonight } from './facts.tsx';
import styles from './hero.module.css';

interface Props {
  title: string;
  text: string;
  link: string;
  tonight: Tonight;
}

export function Hero({ title, text, link, tonight }: Props) {
  return (
    <section className={styles.hero}>
      <div className={styles.scene}>
        <Stage />
        <h1 className={styles.title}>{title}</h1>
        <Facts {...tonight} />
      </div>
      <div className={styles.intro}>
        <p>{text}</p>
        <PageLink to="/about" className={styles.about}>
          {link}
          <Arrow />
        </PageLink>
      </div>
    </section>
  );
}
