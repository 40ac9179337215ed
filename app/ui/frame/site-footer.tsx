import { Children, type ReactNode } from 'react';
import { PageLink } from '../page-link.tsx';
import { type Site, useNow } from '../site.ts';
import styles from './site-footer.module.css';
import { MENU } from './site-header.tsx';

/** `children`: above the links. */
export function SiteFooter({ site, children }: { site: Site; children?: ReactNode }) {
  const { hasResults } = useNow();
  return (
    <footer className={styles.footer}>
      <p className={styles.name} aria-hidden="true">
        {site.logo}
      </p>
      {children}
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.links}>
          <Column name="Разделы">
            {MENU.map(linkTo)}
            {site.hasProgramme && <PageLink to="/programme">Программа</PageLink>}
            {hasResults && <PageLink to="/results">Итоги</PageLink>}
            {site.hasHistory && <PageLink to="/history">История</PageLink>}
          </Column>
          <Column name="Мы в сети">
            {site.social.map(({ label, href }) => (
              <a key={label} href={href} target="_blank" rel="noopener">
                {label}
              </a>
            ))}
          </Column>
          <Column name="Информация">{site.pages.footer.map(linkTo)}</Column>
        </div>
        <div className={`quiet ${styles.small}`}>
          <p>{site.copyright}</p>
          {site.legal && <p>{site.legal}</p>}
          {site.policy && !site.pages.footer.some(({ to }) => to === site.policy) && (
            <a href={site.policy}>Политика обработки персональных данных</a>
          )}
          <a href="?spoilers=hide">Без спойлеров</a>
          <a href="#consent" data-consent-does="open">
            Настройки cookie
          </a>
        </div>
      </div>
    </footer>
  );
}

function linkTo({ to, label }: { to: string; label: string }) {
  return (
    <PageLink key={to} to={to}>
      {label}
    </PageLink>
  );
}

/** Links beside a heading; renders nothing without links. */
function Column({ name, children }: { name: string; children: ReactNode }) {
  const links = Children.map(children, (link) => link && <li>{link}</li>) ?? [];
  if (links.length === 0) return null;
  return (
    <nav aria-label={name}>
      <h2>{name}</h2>
      <ul>{links}</ul>
    </nav>
  );
}
