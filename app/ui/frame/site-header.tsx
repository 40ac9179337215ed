import { MenuLink, PageLink } from '../page-link.tsx';
import { SearchForm } from '../search-form.tsx';
import { type Site, useNow, useSite } from '../site.ts';
import styles from './site-header.module.css';
import menu from './site-menu.module.css';
import { UrgentLine } from './urgent-line.tsx';

/** Its classes are managed by the inline script. */
export function SiteHeader({ logo, date, pages }: Pick<Site, 'logo' | 'date' | 'pages'>) {
  return (
    <header className={`wrap ${styles.header}`} data-header suppressHydrationWarning>
      <UrgentLine />
      <PageLink to="/" className={styles.logo}>
        <Logo words={logo} />
      </PageLink>
      {date && <p className={styles.date}>{date}</p>}
      <SiteMenu further={pages.menu} />
    </header>
  );
}

export const MENU = [
  { to: '/', label: 'Главная' },
  { to: '/watch', label: 'Смотреть' },
  { to: '/vote', label: 'Голосовать' },
  { to: '/news', label: 'Новости' },
  { to: '/about', label: 'О нас' },
];

const RESULTS = { to: '/results', label: 'Итоги' };

/** Native popover on narrow screens, needs no script; inline on wide ones. `further`: pages under «Ещё». */
function SiteMenu({ further }: { further: Site['pages']['menu'] }) {
  const { isLive, isVotingOpen, hasResults } = useNow();
  const links = hasResults ? [RESULTS, ...further] : further;
  const now: Record<string, string | false | undefined> = {
    '/watch': isLive && 'идёт эфир',
    '/vote': isVotingOpen && 'открыто',
  };
  return (
    <>
      <button type="button" className={menu.toggle} popoverTarget="menu" aria-controls="menu" suppressHydrationWarning>
        <svg viewBox="0 0 24 24" width="20" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
          <path className={menu.closed} d="M3 8h18M3 16h18" />
          <path className={menu.open} d="M5 5l14 14M19 5 5 19" />
        </svg>
        <span className={menu.closed}>Меню</span>
        <span className={menu.open}>
          Закрыть<span className="hidden"> меню</span>
        </span>
      </button>
      <nav id="menu" className={menu.menu} popover="auto" aria-label="Основное меню">
        <ul className="wrap">
          {MENU.map(({ to, label }) => (
            <li key={to}>
              <MenuLink to={to} end={to === '/'}>
                {label}
              </MenuLink>
              {now[to] && (
                <span className={menu.now} data-told="">
                  <span className="hidden">{now[to]}</span>
                </span>
              )}
            </li>
          ))}
          {links.length > 0 && <Further links={links} />}
          <li className={menu.search}>
            <SearchForm />
          </li>
        </ul>
      </nav>
    </>
  );
}

/** A popover on wide screens, part of the open menu on narrow ones. */
function Further({ links }: { links: Site['pages']['menu'] }) {
  return (
    <li className={menu.further}>
      <button type="button" popoverTarget="further" aria-controls="further" suppressHydrationWarning>
        Ещё
      </button>
      <ul id="further" popover="auto" aria-label="Ещё">
        {links.map(({ to, label }) => (
          <li key={to}>
            <MenuLink to={to}>{label}</MenuLink>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** In CSS px: selects the variant. */
const HEIGHT = 36;

/** The uploaded picture, else the mark and `words`. */
export function Logo({ words }: { words: string }) {
  const site = useSite();
  const picture = site?.logoImage;
  if (!picture)
    return (
      <>
        <Mark />
        <span>{words}</span>
      </>
    );
  const { src, srcset, width, height } = picture;
  const sizes = `${Math.ceil((HEIGHT * width) / height)}px`;
  return (
    <img
      className={styles.picture}
      src={src}
      srcSet={srcset}
      sizes={srcset && sizes}
      width={width}
      height={height}
      alt={site.name}
    />
  );
}

function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M6 24a10 10 0 0 1 20 0z" fill="var(--hot)" />
      <path
        d="M1.5 28h29M16 9V3M7.6 12 3.7 8M24.4 12l3.9-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
