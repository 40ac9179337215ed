import { useHasResults, useLive } from '../live/live.ts';
import { MenuLink } from '../page-link.tsx';
import type { Site } from '../site.ts';
import styles from './site-menu.module.css';

const MENU = [
  { to: '/', label: 'Главная' },
  { to: '/watch', label: 'Смотреть' },
  { to: '/vote', label: 'Голосовать' },
  { to: '/news', label: 'Новости' },
  { to: '/about', label: 'О нас' },
];

const RESULTS = { to: '/results', label: 'Итоги' };

interface Props {
  isLive: boolean;
  isVotingOpen: boolean;
  hasResults?: true;
  /** Pages under «Ещё». */
  further: Site['pages']['menu'];
}

/** Native popover on narrow screens, needs no script; inline on wide ones. */
export function SiteMenu({ isLive, isVotingOpen, further, ...site }: Props) {
  const links = useHasResults(site) ? [RESULTS, ...further] : further;
  const watch = useLive('watch-settings');
  const vote = useLive('vote-settings');
  const now: Record<string, string | false> = {
    '/watch': (watch?.is_stream_enabled ?? isLive) && 'идёт эфир',
    '/vote': (vote ? vote.vote_state === 'open' : isVotingOpen) && 'открыто',
  };
  return (
    <>
      <button
        type="button"
        className={styles.toggle}
        popoverTarget="menu"
        aria-controls="menu"
        suppressHydrationWarning
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path className={styles.closed} d="M3 8h18M3 16h18" />
          <path className={styles.open} d="M5 5l14 14M19 5 5 19" />
        </svg>
        <span className={styles.closed}>Меню</span>
        <span className={styles.open}>
          Закрыть<span className="hidden"> меню</span>
        </span>
      </button>
      <nav id="menu" className={styles.menu} popover="auto" aria-label="Основное меню">
        <ul>
          {MENU.map(({ to, label }) => (
            <li key={to}>
              <MenuLink to={to} end={to === '/'}>
                {label}
              </MenuLink>
              {now[to] && (
                <span className={styles.now}>
                  <span className="hidden">{now[to]}</span>
                </span>
              )}
            </li>
          ))}
          {links.length > 0 && <Further links={links} />}
        </ul>
      </nav>
    </>
  );
}

/** A popover on wide screens, part of the open menu on narrow ones. */
function Further({ links }: { links: Props['further'] }) {
  return (
    <li className={styles.further}>
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
