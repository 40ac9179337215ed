import { NavLink, useNavigate } from 'react-router';
import { useLeaving } from '../../../ui/admin/form/leave-warning.tsx';
import { Icon, type IconName } from '../../../ui/admin/icon.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { call } from '../../../ui/api.ts';
import { dropToken } from '../../../ui/token.ts';
import styles from './nav.module.css';

interface Way {
  to: string;
  text: string;
  icon: IconName;
}

const site: Way[] = [
  { to: '/admin', text: 'Обзор', icon: 'overview' },
  { to: '/admin/news', text: 'Новости', icon: 'news' },
  { to: '/admin/voting', text: 'Голосование', icon: 'vote' },
  { to: '/admin/watch-settings', text: 'Трансляция', icon: 'watch' },
];
const house: Way[] = [
  { to: '/admin/images', text: 'Картинки', icon: 'pictures' },
  { to: '/admin/administrators', text: 'Администраторы', icon: 'people' },
  { to: '/admin/journal', text: 'Журнал', icon: 'journal' },
  { to: '/admin/doctor', text: 'Состояние', icon: 'pulse' },
];

export function Nav({ onChoose }: { onChoose?: () => void }) {
  const { username } = useSession();
  const signOut = useSignOut();
  return (
    <div className={styles.column}>
      <nav aria-label="Панель" className={styles.nav}>
        <LinkRow ways={site} onChoose={onChoose} />
        <p className={styles.group}>Хозяйство</p>
        <LinkRow ways={house} onChoose={onChoose} />
      </nav>
      <div className={styles.foot}>
        <a href="/" target="_blank" rel="noopener" className={styles.way}>
          <Icon name="open" />
          Открыть сайт
        </a>
        {username && (
          <p className={styles.who}>
            Вы вошли как <b>{username}</b>
          </p>
        )}
        <button type="button" className={styles.way} onClick={signOut}>
          <Icon name="leave" />
          Выйти
        </button>
      </div>
    </div>
  );
}

function LinkRow({ ways, onChoose }: { ways: Way[]; onChoose: (() => void) | undefined }) {
  return (
    <ul className={styles.ways}>
      {ways.map(({ to, text, icon }) => (
        <li key={to}>
          <NavLink to={to} end={to === '/admin'} className={styles.way} onClick={onChoose}>
            <Icon name={icon} />
            {text}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** Revokes the session; if the server cannot be reached, the token is still removed here. */
function useSignOut() {
  const navigate = useNavigate();
  const { mayLeave } = useLeaving();
  const { stopReading } = useSession();
  return async () => {
    if (!(await mayLeave())) return;
    stopReading();
    const ending = call('POST', '/auth/logout', { keepalive: true }).catch(() => {});
    dropToken();
    await navigate('/admin/login');
    await ending;
  };
}
