import type { ReactNode } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { Stage } from '../brand/stage.tsx';
import { isMissing, NOT_FOUND } from '../head.ts';
import { LinkRow, PageLink } from '../page-link.tsx';
import { SearchForm } from '../search-form.tsx';
import { useSite } from '../site.ts';
import styles from './failure.module.css';

const NO_ANSWER = 'Не удалось получить данные. Проверьте соединение и попробуйте ещё раз.';

/** Error with retry: a link before hydration, then a revalidation. */
export function Failure({ text }: { text: string }) {
  return (
    <div className={`lead stack ${styles.failure}`} role="alert">
      <p>{text}</p>
      <Retry />
    </div>
  );
}

/** Error boundary of a page that was not found or failed to load. `textOf` gives the message; `back` is a link. */
export function failedPage(title: string, textOf = (reason: string) => `Ошибка: ${reason}`, back?: ReactNode) {
  return ({ error }: { error: unknown }) => {
    // Set by our loaders; a proxy's error page, whose text is in `data` too, has none.
    const reason = (error as { data?: { reason?: string } | null }).data?.reason;
    if (isMissing(error)) return <NotFound text={reason} news={back} />;
    return (
      <section className="backdrop">
        <Stage />
        <h1>{title}</h1>
        <Failure text={textOf(reason ?? NO_ANSWER)} />
        {back}
      </section>
    );
  };
}

function Retry() {
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  // The layout loads once per document: when it failed too, only a full reload helps.
  const isWhole = useSite()?.isStandIn ?? true;
  return (
    <a
      className="pill hot"
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

const NEWS = <PageLink to="/news">К новостям</PageLink>;
const LOST = 'На\u00a0этой сцене пусто: страницу перенесли или удалили, или в\u00a0адресе опечатка.';

interface Props {
  title?: string;
  text?: string;
  news?: ReactNode;
}

export function NotFound({ title = NOT_FOUND, text = LOST, news = NEWS }: Props) {
  return (
    <section className={`backdrop ${styles.page}`}>
      <Stage />
      <p className={styles.code} aria-hidden="true">
        404
      </p>
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      <SearchForm isLarge />
      <LinkRow>
        <PageLink to="/">На главную</PageLink>
        {news}
      </LinkRow>
    </section>
  );
}
