import { useLocation, useRevalidator } from 'react-router';
import { Stage } from '../brand/stage.tsx';
import { useSite } from '../site.ts';
import styles from './failure.module.css';

export const NO_ANSWER = 'Не удалось получить данные. Проверьте соединение с интернетом и попробуйте ещё раз.';

/** Error with retry: a link before hydration, then a revalidation. */
export function Failure({ text }: { text: string }) {
  return (
    <div className={styles.failure} role="alert">
      <p>{text}</p>
      <Retry />
    </div>
  );
}

export function FailedPage({ title, text }: { title: string; text: string }) {
  return (
    <section className={styles.page}>
      <Stage />
      <h1>{title}</h1>
      <Failure text={text} />
    </section>
  );
}

function Retry() {
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  // The layout loads once per document: when it failed too, only a full reload helps.
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
