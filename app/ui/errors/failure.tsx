import { useLocation, useRevalidator } from 'react-router';
import { Stage } from '../brand/stage.tsx';
import { useSite } from '../site.ts';
import styles from './failure.module.css';

/** What a page says when the browser got no answer at all. */
export const NO_ANSWER = 'Не удалось получить данные. Проверьте соединение с интернетом и попробуйте ещё раз.';

/** An error as the visitor sees it, with a way to try again: a link before hydration, a new reading of the page's data after it. */
export function Failure({ text }: { text: string }) {
  return (
    <div className={styles.failure} role="alert">
      <p>{text}</p>
      <Retry />
    </div>
  );
}

/** A whole page that could not be read. */
export function FailedPage({ title, text }: { title: string; text: string }) {
  return (
    <section className={styles.page}>
      <Stage isEmpty />
      <h1>{title}</h1>
      <Failure text={text} />
    </section>
  );
}

function Retry() {
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  // The layout reads its texts once: when that failed too, only the whole document brings them.
  const isWhole = useSite()?.isStandIn ?? true;
  return (
    <a
      className={styles.retry}
      href={pathname + search}
      aria-disabled={state === 'loading' || undefined}
      onClick={(event) => {
        if (isWhole) return;
        event.preventDefault();
        if (state === 'idle') void revalidate();
      }}
    >
      Повторить
    </a>
  );
}
