import { Arrow } from '../../../ui/arrow.tsx';
import { Stage } from '../../../ui/brand/stage.tsx';
import { Failure } from '../../../ui/errors/failure.tsx';
import { MenuLink } from '../../../ui/page-link.tsx';
import styles from './problem.module.css';

export function Problem({ text, canRetry = false }: { text: string; canRetry?: boolean }) {
  return (
    <section className={`backdrop ${styles.problem}`}>
      <Stage />
      {canRetry ? (
        <>
          <h1>Новости</h1>
          <Failure text={text} />
        </>
      ) : (
        <h1>{text}</h1>
      )}
      <BackLink />
    </section>
  );
}

export function BackLink() {
  return (
    <MenuLink to="/news" end className={`onward ${styles.back}`}>
      <Arrow isBack />
      Все новости
    </MenuLink>
  );
}
