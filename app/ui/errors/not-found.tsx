import type { ReactNode } from 'react';
import { Stage } from '../brand/stage.tsx';
import { LinkRow } from '../link-row.tsx';
import { PageLink } from '../page-link.tsx';
import styles from './not-found.module.css';

export const NOT_FOUND = 'Страница не найдена';

const NEWS = <PageLink to="/news">К новостям</PageLink>;

interface Props {
  title?: string;
  /** The way to the news. */
  news?: ReactNode;
}

export function NotFound({ title = NOT_FOUND, news = NEWS }: Props) {
  return (
    <section className={styles.page}>
      <Stage />
      <p className={styles.code} aria-hidden="true">
        404
      </p>
      <h1>{title}</h1>
      <p className={styles.text}>
        На&nbsp;этой сцене пусто: страницу перенесли или удалили&nbsp;— а&nbsp;может, в&nbsp;адресе опечатка.
      </p>
      <LinkRow>
        <PageLink to="/">На главную</PageLink>
        {news}
      </LinkRow>
    </section>
  );
}
