import type { ReactNode } from 'react';
import { useHasResults } from '../live/live.ts';
import { PageLink } from '../page-link.tsx';
import type { Site } from '../site.ts';
import styles from './site-footer.module.css';

/** `children` stand above the links. */
export function SiteFooter({ site, isDark, children }: { site: Site; isDark?: boolean; children?: ReactNode }) {
  const hasResults = useHasResults(site);
  return (
    <footer className={isDark ? `stage ${styles.footer}` : styles.footer}>
      <p className={styles.name} aria-hidden="true">
        {site.logo}
      </p>
      {children}
      <div className={styles.columns}>
        <nav aria-label="Разделы">
          <h2>Разделы</h2>
          <ul>
            <li>
              <PageLink to="/">Главная</PageLink>
            </li>
            <li>
              <PageLink to="/news">Новости</PageLink>
            </li>
            {site.hasProgramme && (
              <li>
                <PageLink to="/programme">Программа</PageLink>
              </li>
            )}
            {hasResults && (
              <li>
                <PageLink to="/results">Итоги</PageLink>
              </li>
            )}
          </ul>
        </nav>
        {site.social.length > 0 && (
          <nav aria-label="Мы в сети">
            <h2>Мы в сети</h2>
            <ul>
              {site.social.map(({ label, href }) => (
                <li key={label}>
                  <a href={href} target="_blank" rel="noopener">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {site.pages.footer.length > 0 && (
          <nav aria-label="Информация" className={styles.pages}>
            <h2>Информация</h2>
            <ul>
              {site.pages.footer.map(({ to, label }) => (
                <li key={to}>
                  <PageLink to={to}>{label}</PageLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className={styles.small}>
          <p>{site.copyright}</p>
          {site.legal && <p className={styles.legal}>{site.legal}</p>}
          {site.policy && !site.pages.footer.some(({ to }) => to === site.policy) && (
            <p>
              <a href={site.policy}>Политика обработки персональных данных</a>
            </p>
          )}
          <p>
            <a href="?spoilers=hide">Без спойлеров</a>
          </p>
          <a href="#consent" className={styles.cookies} data-consent-does="open">
            Настройки cookie
          </a>
        </div>
      </div>
    </footer>
  );
}
