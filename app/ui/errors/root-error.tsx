import { useLocation } from 'react-router';
import styles from './root-error.module.css';

/** The page itself failed: uses nothing of the layout. */
export function RootError() {
  const { pathname, search } = useLocation();
  return (
    <main className={styles.lost}>
      <h1>Что-то пошло не так</h1>
      <p>Страница не открылась из-за ошибки на нашей стороне. Попробуйте ещё раз или вернитесь на главную.</p>
      <p className={styles.ways}>
        <a href={pathname + search}>Повторить</a>
        <a href="/">На главную</a>
      </p>
    </main>
  );
}
