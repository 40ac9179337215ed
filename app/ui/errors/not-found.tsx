import { Stage } from '../brand/stage.tsx';
import { LinkRow } from '../link-row.tsx';
import { PageLink } from '../page-link.tsx';
import styles from './not-found.module.css';

export const NOT_FOUND = 'Страница не найдена';

export function NotFound() {
  return (
    <section className={styles.page}>
      <Stage isEmpty />
      <p className={styles.code} aria-hidden="true">
        404
      </p>
      <h1>{NOT_FOUND}</h1>
      <p className={styles.text}>
        На&nbsp;этой сцене пусто: страницу перенесли или удалили&nbsp;— а&nbsp;может, в&nbsp;адресе опечатка.
      </p>
      <LinkRow>
        <PageLink to="/">На главную</PageLink>
        <PageLink to="/news">К новостям</PageLink>
      </LinkRow>
    </section>
  );
}
